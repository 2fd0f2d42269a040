/** Icon of a priority or automation state, with an accessible name. */
import { EntryIconLook } from '../entry-icons.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { useAttribute, useIsOn } from './vocabulary.tsx'

export interface AttributeProps {
  kind: 'priorities' | 'automationStates'
  id: number | undefined
}

export function AttributeIcon({ kind, id }: AttributeProps) {
  const attribute = useAttribute(kind, id)
  const isOn = useIsOn()(kind === 'priorities' ? 'PRIORITY' : 'AUTOMATION_STATE')
  if (attribute === undefined || !isOn) return <span />
  return (
    <span data-tip={kind === 'priorities' ? `${attribute.name} priority` : attribute.name}>
      <EntryIconLook icon={attribute.icon} />
      <VisuallyHidden>{attribute.name}</VisuallyHidden>
    </span>
  )
}

/** Icon and name; a dash for none. */
export function AttributeText({ kind, id }: AttributeProps) {
  const attribute = useAttribute(kind, id)
  if (attribute === undefined) return <span>–</span>
  return (
    <>
      <EntryIconLook icon={attribute.icon} />
      {attribute.name}
    </>
  )
}
