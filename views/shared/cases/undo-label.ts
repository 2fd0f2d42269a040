import type { UndoOutcome, UndoStep } from '../../../machines/cases/undo-history.machine.ts'
import { formatCount } from '../../ui/text/figures.ts'

/** Result of an undo in words: what was reverted, and what was not and why. Null for an empty half. */
export const undoLabel = (
  { words }: Pick<UndoStep, 'words'>,
  { count, stayed, refused }: UndoOutcome,
): { undone: string | null; stayed: string | null } => {
  if (refused !== null) return { undone: null, stayed: `Not undone: ${refused}` }
  const reasons = [...new Set(stayed)].map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1))
  return {
    undone:
      stayed.length === 0
        ? `Undone: ${words}`
        : count === 0
          ? null
          : `Undone for ${formatCount(count, 'test case', 'test cases')}: ${words}`,
    stayed:
      stayed.length === 0
        ? null
        : `${formatCount(stayed.length, 'test case stays as it is', 'test cases stay as they are')}: ${reasons.join('; ')}`,
  }
}
