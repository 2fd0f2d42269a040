/** How many parallel jobs have reported their part of a launch; nothing once all have. */
import { Layers } from 'lucide-react'
import type { LaunchShards } from '../../../contract/launches/shards.ts'

export function Shards({ shards: { total, done, missing } }: { shards: LaunchShards }) {
  if (done === total) return null
  return (
    <span title={missing.length === 0 ? undefined : `Not begun: ${missing.join(', ')}`}>
      <Layers aria-hidden />
      {done} of {total} shards
    </span>
  )
}
