import type { AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { actionWords, fieldWords, valueWords } from './audit-words.ts'

const HEADS = ['Time', 'Who', 'Action', 'Subject', 'Changes', 'Address', 'Hash']

/** Entries as a table for spreadsheets (RFC 4180). Cells that a spreadsheet would calculate begin with an apostrophe. */
export const csvOf = (entries: readonly AuditEntry[]): string =>
  [HEADS, ...entries.map(cellsOf)].map((cells) => cells.map(quoted).join(',')).join('\r\n')

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

const quoted = (cell: string): string => {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
