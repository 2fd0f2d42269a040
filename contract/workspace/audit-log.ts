import { z } from 'zod/mini'
import { calendarDay, commaSeparated, defineCall, idInPath, pageNumber, pageSizeOf } from '../call.ts'
import { LIMITS } from '../limits.ts'

/** Events of the audit log by area. */
export const AUDITED = {
  users: [
    'person/created',
    'person/invited',
    'person/invited-again',
    'person/joined',
    'person/changed',
    'person/password-changed',
    'second-factor/turned-on',
    'second-factor/turned-off',
    'second-factor/recovery-codes-renewed',
    'second-factor/reset',
    'passkey/added',
    'passkey/renamed',
    'passkey/removed',
  ],
  groups: ['group/created', 'group/changed', 'group/deleted', 'group/user-added', 'group/user-removed'],
  serviceAccounts: ['service-account/created', 'service-account/changed', 'service-account/deleted'],
  tokens: ['access-token/created', 'access-token/deleted'],
  projects: ['project/created', 'project/exported', 'project/imported', 'project/deleted', 'settings/members'],
  links: ['public-link/created', 'public-link/revoked'],
  workspace: [
    'workspace/created',
    'workspace/features',
    'workspace/seats',
    'workspace/sign-in-policy',
    'workspace/renamed',
    'workspace/logo',
    'workspace/billing-contact',
    'worker-token/created',
    'worker-token/deleted',
    'launch-limit/changed',
  ],
  singleSignOn: [
    'identity-provider/created',
    'identity-provider/changed',
    'identity-provider/deleted',
    'scim-token/created',
    'scim-token/deleted',
  ],
  integrations: ['integration/created', 'integration/changed', 'integration/removed', 'integration/revealed'],
} as const satisfies Record<string, readonly string[]>
export type AuditArea = keyof typeof AUDITED
export const AUDIT_AREAS = Object.keys(AUDITED) as AuditArea[]
const AuditAreaName = z.enum(AUDIT_AREAS as [AuditArea, ...AuditArea[]])

/** A changed field; `before` or `after` is null if it had or has no value. */
export const AuditedField = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
export type AuditedField = z.infer<typeof AuditedField>

export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** Username at the time of the event; null for actions of the server itself. */
  actor: z.nullable(z.string()),
  userId: z.nullable(z.int()),
  /** Whether the actor is a service account. */
  isServiceAccount: z.optional(z.boolean()),
  type: z.string(),
  /** Name of the affected object at the time of the event. */
  subject: z.string(),
  fields: z.array(AuditedField),
  /** IP address of the request. */
  address: z.nullable(z.string()),
  /** Hash of this entry and the previous hash, in hexadecimal. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const day = calendarDay
const access = { workspace: 'audit:read' } as const
const path = '/api/workspace/audit-log'

export const AuditQuery = z.object({
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.auditPageSize, LIMITS.maxAuditPageSize),
  /** Part of the name of the actor or the subject. */
  q: z._default(z.string().check(z.maxLength(200)), ''),
  areas: commaSeparated(AuditAreaName as z.ZodMiniType<AuditArea, string>),
  /** Id of the actor. */
  userId: z.optional(idInPath),
  /** First and last day of the range, both inclusive, in UTC. */
  from: z.optional(day),
  to: z.optional(day),
  /** Only entries up to this id, so that paging is stable while new entries are written. */
  upTo: z.optional(idInPath),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Newest first. */
export const listAuditEntries = defineCall({
  name: 'listAuditEntries',
  summary: 'Who changed what in the workspace, when and from where',
  method: 'GET',
  path,
  access,
  query: AuditQuery,
  answer: z.object({ items: z.array(AuditEntry), total: z.int() }),
})

/** Verifies every entry. `brokenAt` is the first entry that was changed; 0 if the newest entries are missing; null if the log is intact. */
export const verifyAuditLog = defineCall({
  name: 'verifyAuditLog',
  summary: 'Whether the audit log is as it was written',
  method: 'GET',
  path: `${path}/verification`,
  access,
  answer: z.object({ entries: z.int(), brokenAt: z.nullable(z.int()) }),
})
