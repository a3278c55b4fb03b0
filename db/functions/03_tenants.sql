CREATE OR REPLACE FUNCTION find_tenant(wanted text)
  RETURNS TABLE (
    id uuid, name text, display_name text, time_zone text, state text, maintenance_text text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT tenant_id, name, display_name, time_zone, state, maintenance_text FROM tenant
    WHERE tenant.name = wanted
  $$;
ALTER FUNCTION find_tenant(text) OWNER TO vereinsheim_lookup;

CREATE OR REPLACE FUNCTION all_tenants()
  RETURNS TABLE (
    id uuid, name text, display_name text, time_zone text, state text, created_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT tenant_id, name, display_name, time_zone, state, created_at FROM tenant
    ORDER BY tenant.name
  $$;
ALTER FUNCTION all_tenants() OWNER TO vereinsheim_lookup;

-- Asked before each job of a club; nothing for one that is gone.
CREATE OR REPLACE FUNCTION tenant_state(wanted uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT state FROM tenant WHERE tenant_id = wanted $$;
ALTER FUNCTION tenant_state(uuid) OWNER TO vereinsheim_lookup;

-- The club's day, not the server's.
CREATE OR REPLACE FUNCTION tenant_today() RETURNS date
  LANGUAGE sql STABLE
  RETURN (now() AT TIME ZONE (SELECT time_zone FROM tenant))::date;

-- Takes so many of the numbers that members are given; returns the first of them. The counter only
-- ever grows, so that no number comes twice.
CREATE OR REPLACE FUNCTION take_member_numbers(wanted int) RETURNS bigint
  LANGUAGE sql
  AS $$
    UPDATE tenant SET next_member_number = next_member_number + wanted
    RETURNING next_member_number - wanted
  $$;

-- A number given by hand keeps those that are taken behind it.
CREATE OR REPLACE FUNCTION raise_member_numbers(given bigint) RETURNS void
  LANGUAGE sql
  AS $$ UPDATE tenant SET next_member_number = given + 1 WHERE next_member_number <= given $$;

-- What other modules know of their club.
CREATE OR REPLACE VIEW club WITH (security_invoker = true) AS
  SELECT tenant_id, name, display_name, time_zone, accent_color, logo_key, trash_days,
    retention_months, guests_per_event, guests_per_day, region
  FROM tenant;
GRANT SELECT ON club TO vereinsheim_app;
