import { withClient } from "#platform/server/database/migrate.ts";

/** One prepared statement of a floor: its only value is the JSON of the rows, as text. */
export interface FloorStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** A request to the product, and the statement that a bare server answers the same rows with. */
export interface WorkRequest {
  path: string;
  statement: FloorStatement;
}

/** A kind of work that is measured against its floor. */
export interface Kind {
  name: string;
  what: string;
  /** Share of the floor's requests per second that is demanded. */
  demand: number;
  /**
   * `ids`: both answer the same records in the same order. `number`: the floor answers how many
   * there are. `about`: as many records, a twentieth more or less.
   */
  same: "ids" | "number" | "about";
  requests: WorkRequest[];
}

/** What the requests name of a club. */
interface Club {
  tenant: string;
  tenantId: string;
  /** The one who asks. */
  officeId: string;
  memberIds: string[];
  groupId: string;
  shareIds: string[];
}

const JSON_ROWS = (rows: string) => `SELECT coalesce(json_agg(r), '[]')::text FROM (${rows}) r`;

/** Written for the floors alone: nothing of the product is asked for here. */
const GROUPS = `(SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'groupName', p.name,
    'function', ms.function, 'from', ms.from_on, 'to', ms.to_on, 'leader', ms.leader) ORDER BY p.name NULLS FIRST, g.name), '[]')
  FROM membership ms JOIN club_group g ON g.tenant_id = ms.tenant_id AND g.id = ms.group_id
    LEFT JOIN club_group p ON p.tenant_id = g.tenant_id AND p.id = g.parent_id
  WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id
    AND (ms.from_on IS NULL OR ms.from_on <= current_date) AND (ms.to_on IS NULL OR ms.to_on >= current_date)) AS groups`;
const MEMBER = `m.id, m.member_number AS "memberNumber", m.salutation, m.title, m.first_name AS firstname, m.last_name AS lastname,
  m.email, m.phone, m.mobile, m.street, m.address_addition AS "addressAddition", m.postal_code AS "postalCode", m.city, m.country,
  m.birthday, m.gender, m.joined_on AS "joinedOn", m.terminated_on AS "terminatedOn", m.left_on AS "leftOn", m.deceased_on AS "deceasedOn",
  m.status, m.account_holder AS "accountHolder", m.iban, m.bic, m.mandate_reference AS "mandateReference", m.notes,
  m.custom_fields AS "customFields", l.state AS "loginState", m.picture_256 IS NOT NULL AS "hasProfilePicture",
  m.created_at AS "createdAt", m.updated_at AS "updatedAt", m.version, ${GROUPS}`;
const MEMBERS = `FROM member m LEFT JOIN login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id`;
const byName = (limit: number) => `ORDER BY m.last_name, m.first_name, m.id LIMIT ${limit}`;
const LISTED = `SELECT ${MEMBER} ${MEMBERS} WHERE m.tenant_id = $1 AND m.deleted_at IS NULL`;

/** What the page of the list asks for. */
const ASKED = ["email", "city", "birthday", "leftOn", "status", "groups"];
const LISTED_AS_ASKED = `SELECT m.id, m.member_number AS "memberNumber", m.first_name AS firstname, m.last_name AS lastname,
  m.email, m.city, m.birthday, m.left_on AS "leftOn", m.status, m.picture_256 IS NOT NULL AS "hasProfilePicture",
  m.updated_at AS "updatedAt", ${GROUPS} FROM member m WHERE m.tenant_id = $1 AND m.deleted_at IS NULL`;

const ONE_MEMBER = JSON_ROWS(`SELECT ${MEMBER}, l.username, m.is_admin AS "isAdmin", m.permissions
  ${MEMBERS} WHERE m.tenant_id = $1 AND m.id = $2 AND m.deleted_at IS NULL`);
const UNREAD =
  "SELECT json_build_object('count', count(*))::text FROM message_recipient WHERE tenant_id = $1 AND user_id = $2 AND read_at IS NULL AND deleted_at IS NULL";
const MESSAGES =
  JSON_ROWS(`SELECT m.id, m.subject, m.content AS "messageContent", left(m.plain_text, 200) AS preview, m.sent_at AS "createDate",
    json_build_object('id', m.sender_id, 'firstname', m.sender_first_name, 'lastname', m.sender_last_name) AS sender,
    (SELECT coalesce(json_agg(json_build_object('id', g.group_id, 'name', g.name)), '[]') FROM message_group g WHERE g.tenant_id = m.tenant_id AND g.message_id = m.id) AS groups,
    (SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type, 'size', a.size)), '[]') FROM message_attachment a WHERE a.tenant_id = m.tenant_id AND a.message_id = m.id) AS attachments,
    (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name)), '[]')
       FROM (SELECT d.user_id FROM message_recipient d WHERE d.tenant_id = m.tenant_id AND d.message_id = m.id AND d.direct LIMIT 20) few
       JOIN member p ON p.tenant_id = m.tenant_id AND p.id = few.user_id) AS recipients,
    m.recipient_count AS "recipientCount", own.read_at IS NOT NULL AS read, own.replied_at IS NOT NULL AS replied, m.reply_to AS "replyTo"
  FROM (SELECT tenant_id, message_id, read_at, replied_at FROM message_recipient WHERE tenant_id = $1 AND user_id = $2 AND deleted_at IS NULL
    ORDER BY sent_at DESC, message_id DESC LIMIT 20 OFFSET $3) own
  JOIN message m ON m.tenant_id = own.tenant_id AND m.id = own.message_id ORDER BY m.sent_at DESC, m.id DESC`);
const FOLDER =
  JSON_ROWS(`SELECT id, name, name AS path, CASE WHEN is_folder THEN 'FOLDER' ELSE 'FILE' END AS type, subtype, content_type AS "contentType", size,
    modified_at AS "lastModified", modified_by_name AS "modifiedBy", sha256, taken_at AS "takenAt", version, has_thumbnail AS "hasThumbnail"
  FROM file_entry WHERE tenant_id = $1 AND parent_id = $2 AND deleted_at IS NULL ORDER BY is_folder DESC, name, id LIMIT 50 OFFSET $3`);
const GROUP =
  JSON_ROWS(`SELECT ms.id, json_build_object('id', m.id, 'memberNumber', m.member_number, 'firstname', m.first_name, 'lastname', m.last_name,
      'email', m.email, 'phone', m.phone, 'mobile', m.mobile, 'hasProfilePicture', m.picture_256 IS NOT NULL) AS user,
    ms.function, ms.from_on AS from, ms.to_on AS to, ms.leader
  FROM membership ms JOIN member m ON m.tenant_id = ms.tenant_id AND m.id = ms.member_id
  WHERE ms.tenant_id = $1 AND ms.group_id = $2 AND m.deleted_at IS NULL
    AND (ms.from_on IS NULL OR ms.from_on <= current_date) AND (ms.to_on IS NULL OR ms.to_on >= current_date)
    AND (m.left_on IS NULL OR m.left_on >= current_date) AND (m.deceased_on IS NULL OR m.deceased_on > current_date)
  ORDER BY m.last_name, m.first_name, ms.id LIMIT 50 OFFSET $3`);
const EVENT = (starts: string, ends: string) =>
  `e.id, e.title, e.description, e.location, e.meet_at AS "meetAt", ${starts} AS "startDateTime", ${ends} AS "endDateTime", e.all_day AS "allDay",
   e.recurrence, e.status, e.cancel_reason AS "cancelReason", json_build_object('id', c.id, 'name', c.name, 'color', c.color) AS calendar,
   e.updated_at AS "updatedAt", e.version
   FROM event e JOIN calendar c ON c.tenant_id = e.tenant_id AND c.id = e.calendar_id`;
/** Steps that are as long as those of the seeded rules; which days they meet is another matter. */
const MONTH = JSON_ROWS(`SELECT ${EVENT("e.starts_at", "e.ends_at")}
  WHERE e.tenant_id = $1 AND e.recurrence IS NULL AND e.starts_at < $3::timestamptz AND e.starts_at >= $2::timestamptz - interval '8 days' AND e.ends_at > $2::timestamptz
  UNION ALL
  SELECT ${EVENT("at.start", "at.start + (e.ends_at - e.starts_at)")}
    CROSS JOIN LATERAL (SELECT make_interval(secs => 86400 * CASE e.recurrence WHEN 'FREQ=WEEKLY' THEN 7 WHEN 'FREQ=WEEKLY;BYDAY=MO,TH' THEN 3.5
      WHEN 'FREQ=WEEKLY;INTERVAL=2' THEN 14 ELSE 30.4375 END) AS length) step
    CROSS JOIN LATERAL generate_series(e.starts_at + greatest(0, ceil(extract(epoch FROM $2::timestamptz - e.starts_at) / extract(epoch FROM step.length))::int) * step.length,
      $3::timestamptz - interval '1 second', step.length) AS at (start)
  WHERE e.tenant_id = $1 AND e.recurrence IS NOT NULL AND e.starts_at < $3::timestamptz
  ORDER BY "startDateTime"`);

const WORDS = ["anna", "weber", "schmidt", "anna weber"];

/** Returns every kind of work for a filled club. */
export async function kindsOf(ownerUrl: string, tenant: string): Promise<Kind[]> {
  const club = await clubOf(ownerUrl, tenant);
  const { tenantId, officeId, groupId } = club;
  const request = (path: string, name: string, text: string, ...values: unknown[]) => ({
    path: `/${tenant}/api${path}`,
    statement: { name, text, values: [tenantId, ...values] },
  });
  const pages = [0, 1, 2, 3];
  return [
    {
      name: "me",
      what: "Who one is (`/me`)",
      demand: 0.4,
      same: "ids",
      requests: [request("/me", "me", ONE_MEMBER, officeId)],
    },
    {
      name: "unread",
      what: "Count of unread messages",
      demand: 0.4,
      same: "number",
      requests: [request("/message/unread/count", "unread", UNREAD, officeId)],
    },
    {
      name: "member",
      what: "One member",
      demand: 0.4,
      same: "ids",
      requests: club.memberIds.map((id) => request(`/user/${id}`, "member", ONE_MEMBER, id)),
    },
    {
      name: "list",
      what: "Member list, 50 by name",
      demand: 0.5,
      same: "ids",
      requests: pages.map((page) =>
        request(
          `/user/search?size=50&sort=lastname&page=${page}`,
          "list",
          JSON_ROWS(`${LISTED} ${byName(50)} OFFSET $2`),
          page * 50,
        ),
      ),
    },
    {
      name: "list10",
      what: "Member list, 10 by name",
      demand: 0.5,
      same: "ids",
      requests: pages.map((page) =>
        request(
          `/user/search?size=10&sort=lastname&page=${page}`,
          "list10",
          JSON_ROWS(`${LISTED} ${byName(10)} OFFSET $2`),
          page * 10,
        ),
      ),
    },
    {
      name: "listed",
      what: "Member list, 50 by name, what its page asks for",
      demand: 0.5,
      same: "ids",
      requests: pages.map((page) =>
        request(
          `/user/search?size=50&sort=lastname&page=${page}&fields=${ASKED.join(",")}`,
          "listed",
          JSON_ROWS(`${LISTED_AS_ASKED} ${byName(50)} OFFSET $2`),
          page * 50,
        ),
      ),
    },
    {
      name: "search",
      what: "Member list, 50 with a word",
      demand: 0.5,
      same: "ids",
      requests: WORDS.map((words) =>
        request(
          `/user/search?size=50&sort=lastname&q=${encodeURIComponent(words)}`,
          "search",
          JSON_ROWS(`${LISTED} AND m.search_text LIKE ALL($2::text[]) ${byName(50)}`),
          words.split(" ").map((word) => `%${word}%`),
        ),
      ),
    },
    {
      name: "group",
      what: "Members of a group, 50",
      demand: 0.5,
      same: "ids",
      requests: pages.map((page) =>
        request(
          `/group/${groupId}/members?size=50&page=${page}`,
          "group",
          GROUP,
          groupId,
          page * 50,
        ),
      ),
    },
    {
      name: "folder",
      what: "Folder, 50 of 2,000",
      demand: 0.5,
      same: "ids",
      requests: club.shareIds.map((id, page) =>
        request(`/file-share/${id}/list?size=50&page=${page}`, "folder", FOLDER, id, page * 50),
      ),
    },
    {
      name: "month",
      what: "A month of all calendars",
      demand: 0.5,
      same: "about",
      requests: monthsAroundToday().map(([from, to]) =>
        request(`/event/search?from=${from}&to=${to}`, "month", MONTH, from, to),
      ),
    },
    {
      name: "messages",
      what: "Received messages, 20",
      demand: 0.5,
      same: "ids",
      requests: pages.map((page) =>
        request(`/message?size=20&page=${page}`, "messages", MESSAGES, officeId, page * 20),
      ),
    },
  ];
}

function monthsAroundToday(): [string, string][] {
  const today = new Date();
  const month = (offset: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, 1)).toISOString();
  return [-2, -1, 0, 1].map((offset) => [month(offset), month(offset + 1)]);
}

async function clubOf(ownerUrl: string, tenant: string): Promise<Club> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<Club>(
      `SELECT t.name AS tenant, t.tenant_id AS "tenantId",
         (SELECT member_id FROM login l WHERE l.tenant_id = t.tenant_id AND l.username = 'buero1') AS "officeId",
         (SELECT array_agg(id) FROM (SELECT id FROM member m WHERE m.tenant_id = t.tenant_id ORDER BY id LIMIT 20 OFFSET 500) few) AS "memberIds",
         (SELECT group_id FROM membership ms WHERE ms.tenant_id = t.tenant_id GROUP BY group_id ORDER BY count(*) DESC, group_id LIMIT 1) AS "groupId",
         (SELECT array_agg(id) FROM (SELECT id FROM file_share s WHERE s.tenant_id = t.tenant_id AND s.name LIKE 'Bench %' ORDER BY name LIMIT 4) few) AS "shareIds"
       FROM tenant t WHERE t.name = $1`,
      [tenant],
    );
    const [club] = rows;
    if (club === undefined) throw new Error(`the bench has no tenant ${tenant}`);
    return club;
  });
}
