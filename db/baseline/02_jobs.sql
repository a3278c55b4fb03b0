-- Worker processes say here that they are alive; the jobs of one that fell silent are given to
-- others. The queue itself is graphile-worker's, in a schema of its own.
CREATE TABLE operations.job_worker (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
