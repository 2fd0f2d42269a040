/** Groups rejected items by reason, in order of first occurrence. */
export const byReason = <Item>(
  refused: readonly { item: Item; reason: string }[],
): { reason: string; items: readonly Item[] }[] => {
  const reasons = new Map<string, Item[]>()
  for (const { item, reason } of refused) reasons.set(reason, [...(reasons.get(reason) ?? []), item])
  return [...reasons].map(([reason, items]) => ({ reason, items }))
}
