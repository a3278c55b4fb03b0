-- Roles. None of them can log in; the application's login role of a database is a member of
-- vereinsheim_app.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vereinsheim_app') THEN
    CREATE ROLE vereinsheim_app NOLOGIN NOBYPASSRLS;
  END IF;
  -- Owns the functions that look a tenant up by name before there is a tenant context.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vereinsheim_lookup') THEN
    CREATE ROLE vereinsheim_lookup NOLOGIN NOBYPASSRLS;
  END IF;
  -- Owns the search functions: full-text and trigram operators are not leakproof, so no index
  -- serves them below a policy.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vereinsheim_search') THEN
    CREATE ROLE vereinsheim_search NOLOGIN NOBYPASSRLS;
  END IF;
  EXECUTE format('GRANT vereinsheim_lookup, vereinsheim_search TO %I', current_user);
END $$;

GRANT USAGE ON SCHEMA public TO vereinsheim_app, vereinsheim_lookup, vereinsheim_search;
GRANT CREATE ON SCHEMA public TO vereinsheim_lookup, vereinsheim_search;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Tables without a tenant live here; everything in public has one.
CREATE SCHEMA IF NOT EXISTS operations;
GRANT USAGE ON SCHEMA operations TO vereinsheim_app;

-- German order: ä beside a, ß beside ss, and numbers inside texts by their value (2. before 10.).
CREATE COLLATION IF NOT EXISTS german (provider = icu, locale = 'de-u-kn-true');
