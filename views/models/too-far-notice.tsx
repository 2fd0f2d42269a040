/** Transitions beyond the maximum path length, and the length that would reach them. */
import type { ModelOptions } from '../../contract/models/models.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Found } from '../../machines/models/search.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { inFigures } from '../ui/text/figures.ts'
import { countWords } from '../shared/cases/words.ts'
import type { CutNoticeProps } from './cut-notice.tsx'

const MAX = LIMITS.maxModelPathLength

const words = (
  { transitions, length, shortened }: NonNullable<Found['tooFar']>,
  { maxLength }: ModelOptions,
): string[] => [
  ...(transitions === 0
    ? []
    : [
        `No case takes ${countWords(transitions, 'transition', 'transitions')}: the way there is longer than ${countWords(maxLength, 'step', 'steps')}.`,
      ]),
  ...(length > MAX
    ? [`It takes ${inFigures(length)} steps, and a case has at most ${MAX}. Split the model to cover the rest.`]
    : []),
  ...(shortened === 0
    ? []
    : [`${countWords(shortened, 'case ends', 'cases end')} early, after ${countWords(maxLength, 'step', 'steps')}.`]),
]

/** Doubles the length when the needed one is unknown. */
const suggestedLength = ({ transitions, length }: NonNullable<Found['tooFar']>, { maxLength }: ModelOptions): number =>
  Math.min(MAX, transitions > 0 ? length : maxLength * 2)

export function TooFarNotice({ found: { tooFar }, options, onOptions }: CutNoticeProps) {
  if (tooFar === null) return null
  const maxLength = suggestedLength(tooFar, options)
  return (
    <Banner
      kind="blocked"
      actions={
        maxLength > options.maxLength && (
          <Button size="sm" onClick={() => onOptions({ ...options, maxLength })}>
            {`Allow ${maxLength} steps`}
          </Button>
        )
      }
    >
      {words(tooFar, options).join(' ')}
    </Banner>
  )
}
