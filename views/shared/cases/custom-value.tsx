import { isWebAddress } from '../../../contract/links.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { Link } from '../../ui/link.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { customWords, type NamedPerson } from './value-words.ts'

export interface CustomValueProps {
  field: TestCaseField
  value: unknown
  people: readonly NamedPerson[]
}

/** A value of a custom field, read-only; renders nothing for none. */
export function CustomValue({ field, value, people }: CustomValueProps) {
  const words = customWords(field, value, people)
  if (words === '') return null
  if (field.dataType === 'URI' && isWebAddress(words))
    return (
      <Link isAlone href={words} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </Link>
    )
  return field.dataType === 'TEXT' ? <Markdown>{words}</Markdown> : <span>{words}</span>
}
