-- In maintenance a club answers nobody and its work in the background waits; what is told meanwhile,
-- where the operator has said it.
ALTER TABLE tenant DROP CONSTRAINT tenant_state_check;
ALTER TABLE tenant
  ADD CONSTRAINT tenant_state_check CHECK (state IN ('ACTIVE', 'SUSPENDED', 'MAINTENANCE')),
  ADD COLUMN maintenance_text text CHECK (length(maintenance_text) BETWEEN 1 AND 500);

-- They tell more than before.
DROP FUNCTION IF EXISTS find_tenant(text);
DROP FUNCTION IF EXISTS operations.club_figures();
