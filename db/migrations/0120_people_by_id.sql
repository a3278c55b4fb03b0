-- Who saved or deleted a member was kept as a name: a namesake's traces went with a person who was
-- erased, and the name that somebody had before a marriage stayed behind. Now the id is kept. As in
-- the history there is no foreign key: its index would cost every import, and a member's row stays
-- when the person is erased. What no person did keeps the name of the part of the system.
ALTER TABLE member
  ADD COLUMN deleted_by_id uuid,
  ADD COLUMN deleted_by_system text,
  ADD COLUMN updated_by_id uuid,
  ADD COLUMN updated_by_system text;

-- The owner fills them for all clubs; neither history nor live updates hear of it.
ALTER TABLE member NO FORCE ROW LEVEL SECURITY;
ALTER TABLE change NO FORCE ROW LEVEL SECURITY;
ALTER TABLE member DISABLE TRIGGER USER;

-- The history knows who acted under a name at that record; else a name that only one member bears
-- is theirs. A name of neither is of nobody known, and must not stay.
WITH named AS (
  SELECT tenant_id, id, name, deed FROM member,
    LATERAL (VALUES ('updated', updated_by), ('deleted', deleted_by)) AS deeds (deed, name)
  WHERE name IS NOT NULL
), acted AS (
  SELECT DISTINCT ON (n.tenant_id, n.id, n.deed) n.tenant_id, n.id, n.deed, c.actor_id,
    CASE WHEN c.actor_id IS NULL AND c.actor_kind = 'SYSTEM' THEN n.name END AS system
  FROM named n JOIN change c
    ON c.tenant_id = n.tenant_id AND c.member_id = n.id AND c.actor_name = n.name
  ORDER BY n.tenant_id, n.id, n.deed, c.at DESC
), bearer AS (
  SELECT tenant_id, full_name(first_name, last_name) AS name, (array_agg(id))[1] AS id
  FROM member GROUP BY 1, 2 HAVING count(*) = 1
), author AS (
  SELECT n.tenant_id, n.id, n.deed, coalesce(a.actor_id, CASE WHEN a.id IS NULL THEN b.id END) AS by,
    a.system
  FROM named n LEFT JOIN acted a USING (tenant_id, id, deed) LEFT JOIN bearer b
    ON b.tenant_id = n.tenant_id AND b.name = n.name
)
UPDATE member m SET
  updated_by_id = u.by, updated_by_system = u.system,
  deleted_by_id = d.by, deleted_by_system = d.system
FROM member target
  LEFT JOIN author u ON u.tenant_id = target.tenant_id AND u.id = target.id AND u.deed = 'updated'
  LEFT JOIN author d ON d.tenant_id = target.tenant_id AND d.id = target.id AND d.deed = 'deleted'
WHERE m.tenant_id = target.tenant_id AND m.id = target.id AND (u.id IS NOT NULL OR d.id IS NOT NULL);

ALTER TABLE member ENABLE TRIGGER USER;
ALTER TABLE member FORCE ROW LEVEL SECURITY;
ALTER TABLE change FORCE ROW LEVEL SECURITY;

ALTER TABLE member
  DROP COLUMN deleted_by,
  DROP COLUMN updated_by,
  ADD CONSTRAINT member_deleted_by_one CHECK (deleted_by_id IS NULL OR deleted_by_system IS NULL),
  ADD CONSTRAINT member_updated_by_one CHECK (updated_by_id IS NULL OR updated_by_system IS NULL);
