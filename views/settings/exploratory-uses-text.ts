import type { ExploratoryUsed, ExploratoryUses } from '../../contract/exploratory/sessions.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Consequence of a deletion for exploratory sessions; null if none is affected. */
export const usesText = (kind: ExploratoryUsed, { sessions, open, observations }: ExploratoryUses): string | null => {
  if (sessions === 0) return null
  const isOne = sessions === 1
  const those = counted(sessions, 'exploratory session', 'exploratory sessions')
  if (kind === 'observation-type') {
    const found = counted(observations, 'observation', 'observations')
    return `${found} in ${those} ${observations === 1 ? 'has' : 'have'} this type, and ${observations === 1 ? 'keeps' : 'keep'} it.`
  }
  const still = open === 0 ? '' : isOne ? ', which is open,' : `, ${open.toLocaleString('en')} of them open,`
  return kind === 'user'
    ? `${those}${still} ${isOne ? 'is' : 'are'} assigned to them, and ${isOne ? 'stays' : 'stay'} so.`
    : `${those}${still} ${isOne ? 'names' : 'name'} it, and ${isOne ? 'goes' : 'go'} on naming it.`
}
