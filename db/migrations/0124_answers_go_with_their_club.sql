-- Nothing tied remembered answers to their club: one that was being written while its club was
-- removed stayed behind.
ALTER TABLE idempotent_answer NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tenant NO FORCE ROW LEVEL SECURITY;
DELETE FROM idempotent_answer a
WHERE NOT EXISTS (SELECT FROM tenant t WHERE t.tenant_id = a.tenant_id);
ALTER TABLE idempotent_answer
  ADD FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
ALTER TABLE idempotent_answer FORCE ROW LEVEL SECURITY;
