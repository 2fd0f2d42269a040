import { z } from 'zod/mini'
import { commaSeparated, defineCall, idInPath, pageNumber, pageSizeOf } from '../call.ts'
import { LIMITS } from '../limits.ts'

/** Events that the audit log keeps, by what they are about. */
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
  tokens: ['access-token/created', 'access-token/deleted'],
  projects: ['project/created', 'project/deleted', 'settings/members'],
  links: ['public-link/created', 'public-link/revoked'],
  workspace: [
    'workspace/created',
    'workspace/features',
    'workspace/seats',
    'workspace/sign-in-policy',
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

/** A field that was changed; null where it had or has no value. */
export const AuditedField = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
export type AuditedField = z.infer<typeof AuditedField>

export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** As the username was then; null for what the server does by itself. */
  actor: z.nullable(z.string()),
  personId: z.nullable(z.int()),
  type: z.string(),
  /** What it was done to, as it was called then. */
  subject: z.string(),
  fields: z.array(AuditedField),
  /** Network address of the request. */
  address: z.nullable(z.string()),
  /** Of this entry and the one before, in hexadecimal. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const day = z.iso.date()
const access = { workspace: 'audit:read' } as const
const path = '/api/workspace/audit-log'

export const AuditQuery = z.object({
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.auditPageSize, LIMITS.auditPageSizeMost),
  /** Part of the actor's or the subject's name. */
  q: z._default(z.string().check(z.maxLength(200)), ''),
  areas: commaSeparated(AuditAreaName as z.ZodMiniType<AuditArea, string>),
  /** Who did it. */
  personId: z.optional(idInPath),
  /** First and last day of the range, both included, in UTC. */
  from: z.optional(day),
  to: z.optional(day),
  /** Entries up to this one alone: pages stay the same while others are written. */
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

/** Reads every entry. `brokenAt` is the first that is not as it was written; 0 where the newest are missing; null when all is whole. */
export const verifyAuditLog = defineCall({
  name: 'verifyAuditLog',
  summary: 'Whether the audit log is as it was written',
  method: 'GET',
  path: `${path}/verification`,
  access,
  answer: z.object({ entries: z.int(), brokenAt: z.nullable(z.int()) }),
})
