/** Searches requirements of the project and Jira issues; an unknown key can be entered as it is. */
import { CircleDot, ClipboardList } from 'lucide-react'
import { LIMITS } from '../../../contract/limits.ts'
import { findRequirements, type FoundRequirement } from '../../../contract/requirements/requirements.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { Picker } from '../../ui/pickers/picker.tsx'
import { useSearch } from '../pickers/search.ts'

interface RequirementPickerProps {
  chosen: readonly string[]
  onPick: (key: string) => void
}

interface Option extends FoundRequirement {
  isNew: boolean
}

export function RequirementPicker({ chosen, onPick }: RequirementPickerProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { items, ...remote } = useSearch<Option>(async (q, signal) => {
    const { items: found, problem } = await send(findRequirements, {
      params: { projectKey: key },
      query: { q },
      signal,
    })
    const typed = q.trim().slice(0, LIMITS.maxRequirement)
    const isKnown = typed === '' || found.some((one) => one.key.toLowerCase() === typed.toLowerCase())
    const itself: Option = { key: typed, title: '', source: 'project', status: null, url: null, isNew: true }
    // A failed source is reported only when nothing was found.
    if (problem !== null && found.length === 0 && typed === '') throw new Error(problem)
    return {
      items: [...found.map((one) => ({ ...one, isNew: false })), ...(isKnown ? [] : [itself])],
      hasMore: found.length >= LIMITS.requirementsFound,
    }
  })
  const isFirst = items.length === 0 && remote.q === '' && remote.isWaiting
  return (
    <Picker<string>
      label="Requirements"
      searchLabel="Key or words"
      remote={remote}
      options={
        isFirst
          ? null
          : items.map(({ key: id, title, source, status, isNew }) => ({
              id,
              label: isNew ? `Add “${id}”` : id,
              aside: [title, status].filter(Boolean).join(' · ') || undefined,
              icon: source === 'jira' ? <CircleDot aria-label="Jira" /> : <ClipboardList aria-hidden />,
            }))
      }
      chosen={chosen}
      isMultiple
      none="No requirements yet. Type a key to add one."
      noMatch="No requirement matches"
      autoFocus
      onChange={(keys) => {
        const added = keys.find((one) => !chosen.includes(one))
        if (added !== undefined) onPick(added)
      }}
    />
  )
}
