/** Lists in a deletion's question the exploratory sessions and observations that refer to the deleted thing, and stay unchanged. */
import { countExploratoryUses, type ExploratoryUsed } from '../../contract/exploratory/sessions.ts'
import { useApplication, useMay, useProject, useResource } from '../application/context.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { usesText } from './exploratory-uses-text.ts'

export interface ExploratoryUsesProps {
  kind: ExploratoryUsed
  id: number
}

/** Empty without exploratory testing or access to it. Use a `key` per deleted thing. */
export function ExploratoryUses(props: ExploratoryUsesProps) {
  const may = useMay()
  return may.isOn('test-case-management') && may.inProject('exploratory:read') ? <Counted {...props} /> : null
}

function Counted({ kind, id }: ExploratoryUsesProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure } = useResource(() =>
    send(countExploratoryUses, { params: { projectKey: key }, query: { kind, id } }),
  )
  if (failure !== null) return <p>Could not count the exploratory sessions that use it. They are not changed.</p>
  if (value === null)
    return (
      <p aria-busy aria-label="Counting exploratory sessions">
        <Skeleton width={220} />
      </p>
    )
  const words = usesText(kind, value)
  return words === null ? null : <p>{words}</p>
}
