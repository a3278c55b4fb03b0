-- Up Migration
-- The history is filtered by these two; entries of a rare kind would otherwise be looked for through all of it.
CREATE INDEX change_by_type ON change (tenant_id, record_type, at, id);
CREATE INDEX change_by_way ON change (tenant_id, way, at, id);
