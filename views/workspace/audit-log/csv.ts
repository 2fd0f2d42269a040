import { headOf, linesOf } from '../../../contract/csv.ts'
import type { AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { actionWords, fieldWords, valueWords } from './audit-words.ts'

const HEADS = ['Time', 'Who', 'Action', 'Subject', 'Changes', 'Address', 'Hash']

export const csvOf = (entries: readonly AuditEntry[]): string => headOf(HEADS) + linesOf(entries.map(cellsOf))

const cellsOf = ({ at, actor, type, subject, fields, address, hash }: AuditEntry): string[] => [
  at,
  actor ?? '',
  actionWords(type),
  subject,
  fields
    .map(({ field, before, after }) => `${fieldWords(field)}: ${valueWords(before)} → ${valueWords(after)}`)
    .join('; '),
  address ?? '',
  hash,
]
