-- What operators watch: numbers over all clubs, nothing that a person wrote. The queue's tables and
-- the rows of all clubs are the owner's to see, so these are the owner's.

-- How the work in the background stands, by job; mails that wait, by how they are sent.
CREATE OR REPLACE FUNCTION operations.work_figures()
  RETURNS TABLE (figure text, label text, value double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    WITH job AS MATERIALIZED (
      SELECT task_identifier AS name, attempts, attempts >= max_attempts AS has_failed,
        CASE WHEN locked_at IS NULL AND run_at <= now() AND attempts < max_attempts
          THEN extract(epoch FROM now() - run_at)::float8 END AS overdue
      FROM graphile_worker.jobs
    ), by_name AS (
      SELECT name, count(*) FILTER (WHERE NOT has_failed) AS waiting,
        count(*) FILTER (WHERE has_failed) AS failed,
        count(*) FILTER (WHERE NOT has_failed AND attempts > 1) AS retried,
        coalesce(max(overdue), 0) AS oldest
      FROM job GROUP BY name
    ), mail AS (
      SELECT 'MESSAGE' AS kind, count(*) AS waiting,
        coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float8 AS oldest
      FROM public.message_mail WHERE state = 'QUEUED'
      UNION ALL
      SELECT 'OTHER', coalesce(sum(waiting), 0), coalesce(max(oldest), 0)
      FROM by_name WHERE name = 'mail:send-mail'
    )
    SELECT 'jobs', name, waiting::float8 FROM by_name
    UNION ALL SELECT 'jobs_failed', name, failed::float8 FROM by_name
    UNION ALL SELECT 'jobs_retried', name, retried::float8 FROM by_name
    UNION ALL SELECT 'jobs_overdue', name, oldest FROM by_name
    UNION ALL SELECT 'mails', kind, waiting::float8 FROM mail
    UNION ALL SELECT 'mails_overdue', kind, greatest(oldest, 0) FROM mail;
END $$;
REVOKE ALL ON FUNCTION operations.work_figures() FROM public;
GRANT EXECUTE ON FUNCTION operations.work_figures() TO vereinsheim_app;

-- How large each club is, and when somebody was last logged in; the latter not with a Keycloak.
-- `kept` is what counts for the quota.
CREATE OR REPLACE FUNCTION operations.club_figures()
  RETURNS TABLE (
    tenant_id uuid, name text, state text, members bigint, bytes bigint, kept bigint, quota bigint,
    last_use timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT t.tenant_id, t.name, t.state, coalesce(m.members, 0), coalesce(b.bytes, 0)::bigint,
      coalesce(b.kept, 0)::bigint, q.bytes, s.last_use
    FROM public.tenant t
    LEFT JOIN (
      SELECT member.tenant_id, count(*) AS members FROM public.member
      WHERE deleted_at IS NULL AND anonymised_at IS NULL AND deceased_on IS NULL
        AND (left_on IS NULL OR left_on >= current_date)
      GROUP BY 1) m ON m.tenant_id = t.tenant_id
    LEFT JOIN (
      SELECT blob.tenant_id, sum(size) AS bytes, sum(size) FILTER (WHERE NOT derived) AS kept
      FROM public.blob GROUP BY 1
    ) b ON b.tenant_id = t.tenant_id
    LEFT JOIN public.blob_quota q ON q.tenant_id = t.tenant_id
    LEFT JOIN (
      SELECT seen.tenant_id, max(seen.updated_at) AS last_use FROM public.oidc_record seen
      WHERE seen.login_id IS NOT NULL GROUP BY 1) s ON s.tenant_id = t.tenant_id
    ORDER BY t.name;
END $$;
REVOKE ALL ON FUNCTION operations.club_figures() FROM public;
GRANT EXECUTE ON FUNCTION operations.club_figures() TO vereinsheim_app;
