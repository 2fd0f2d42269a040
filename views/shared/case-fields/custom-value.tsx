import { isWebAddress } from '../../../contract/links.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { DisplayedText, useTextDisplay } from '../../ui/markdown/text-display.ts'
import { formatCustomValue, type NamedUser } from './format-value.ts'

export interface CustomValueProps {
  field: TestCaseField
  value: unknown
  people: readonly NamedUser[]
}

/** A value of a custom field, read-only; renders nothing for none. */
export function CustomValue({ field, value, people }: CustomValueProps) {
  const { plain } = useTextDisplay()
  const words = formatCustomValue(field, value, people)
  if (words === '') return null
  const href = plain(words)
  if (field.dataType === 'URI' && isWebAddress(href))
    return (
      <Link isAlone href={href} target="_blank" rel="noopener noreferrer nofollow">
        <DisplayedText>{words}</DisplayedText>
      </Link>
    )
  if (field.dataType === 'TEXT') return <Markdown>{words}</Markdown>
  return (
    <span>
      <DisplayedText>{words}</DisplayedText>
    </span>
  )
}
