import { headOf, linesOf } from '../../../contract/csv.ts'
import type { AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { actionLabel, fieldLabel, formatValue } from './audit-labels.ts'

const HEADS = ['Time', 'Who', 'Action', 'Subject', 'Changes', 'Address', 'Hash']

export const csvOf = (entries: readonly AuditEntry[]): string => headOf(HEADS) + linesOf(entries.map(cellsOf))

const cellsOf = ({ at, actor, type, subject, fields, address, hash }: AuditEntry): string[] => [
  at,
  actor ?? '',
  actionLabel(type),
  subject,
  fields
    .map(({ field, before, after }) => `${fieldLabel(field)}: ${formatValue(before)} → ${formatValue(after)}`)
    .join('; '),
  address ?? '',
  hash,
]
