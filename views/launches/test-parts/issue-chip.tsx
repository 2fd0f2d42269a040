import { Bug } from 'lucide-react'
import { Chip } from '../../ui/chip.tsx'
import { issueLink } from './issue-link.ts'

/** The issue that a failure is linked to. */
export function IssueChip({ id }: { id: string }) {
  const { words, href } = issueLink(id)
  return (
    <Chip icon={<Bug aria-hidden />} {...(href === undefined ? {} : { href, title: href, target: '_blank' })}>
      {words}
    </Chip>
  )
}
