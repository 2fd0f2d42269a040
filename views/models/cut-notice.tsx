/** The search ended early: the reason, and which limits to raise. */
import type { ModelOptions } from '../../contract/models/models.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Found } from '../../machines/models/search.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { inFigures, formatCount } from '../ui/text/figures.ts'

export interface CutNoticeProps {
  found: Found
  options: ModelOptions
  onOptions: (options: ModelOptions) => void
}

const words = ({ cut, positions, paths }: Found, options: ModelOptions): string => {
  if (cut === 'paths')
    return `There are more than ${formatCount(options.maxPaths, 'case', 'cases')}. The rest was skipped.`
  if (cut === 'time')
    return `The search used up its ${formatCount(options.maxSeconds, 'second', 'seconds')}, with ${formatCount(paths.length, 'path', 'paths')} found.`
  return `The model can reach more than ${inFigures(positions)} positions. Paths beyond that were skipped.`
}

export function CutNotice({ found, options, onOptions }: CutNoticeProps) {
  if (found.cut === null) return null
  const { strategy, maxPaths, maxSeconds, maxVisits } = options
  const offers: { label: string; to: Partial<ModelOptions> }[] = [
    ...(strategy === 'transitions'
      ? []
      : [{ label: 'Cover transitions instead', to: { strategy: 'transitions' as const } }]),
    ...(maxVisits > 1 && strategy === 'simple' ? [{ label: 'Visit each state once', to: { maxVisits: 1 } }] : []),
    ...(found.cut === 'paths' && maxPaths < LIMITS.maxModelPaths
      ? [{ label: `Allow ${LIMITS.maxModelPaths} cases`, to: { maxPaths: LIMITS.maxModelPaths } }]
      : []),
    ...(found.cut === 'time' && maxSeconds < 60 ? [{ label: 'Allow a minute', to: { maxSeconds: 60 } }] : []),
  ]
  return (
    <Banner
      kind="blocked"
      actions={offers.map(({ label, to }) => (
        <Button key={label} size="sm" onClick={() => onOptions({ ...options, ...to })}>
          {label}
        </Button>
      ))}
    >
      {words(found, options)}
    </Banner>
  )
}
