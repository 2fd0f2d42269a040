/** Facts as chips: as many as fit, the rest behind '+5'. */
import { Flag, GitBranch, GitCommitHorizontal, GitPullRequest, Globe, Monitor } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '../ui/marks/chip.tsx'
import { Popover } from '../ui/overlays/popover.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import type { LaunchChip } from './launch-chips.ts'
import styles from './chips.module.css'

const icons: Partial<Record<LaunchChip['kind'], ReactNode>> = {
  branch: <GitBranch aria-hidden />,
  pullRequest: <GitPullRequest aria-hidden />,
  commit: <GitCommitHorizontal aria-hidden />,
  milestone: <Flag aria-hidden />,
  browser: <Globe aria-hidden />,
  platform: <Monitor aria-hidden />,
}

export function Chips({ chips, max, noun = '' }: { chips: readonly LaunchChip[]; max: number; noun?: string }) {
  const isAll = chips.length <= max
  const more = chips.length - max
  const shown = isAll ? chips : chips.slice(0, max)
  return (
    <span className={styles.chips}>
      {shown.map((chip) =>
        chip.kind === 'group' ? <Group key={chip.key} chip={chip} /> : <One key={chip.key} chip={chip} />,
      )}
      {!isAll && (
        <Popover
          label="All labels"
          trigger={
            <Chip onClick={() => undefined}>
              +{more} {noun === '' ? <VisuallyHidden>{more === 1 ? 'label' : 'labels'}</VisuallyHidden> : noun}
            </Chip>
          }
        >
          <Facts chips={chips} />
        </Popover>
      )}
    </span>
  )
}

const One = ({ chip }: { chip: LaunchChip }) => (
  <Chip icon={icons[chip.kind]} title={`${chip.about}: ${chip.words}`}>
    {chip.words}
  </Chip>
)

const Group = ({ chip }: { chip: LaunchChip }) => (
  <Popover label={chip.about} trigger={<Chip onClick={() => undefined}>{chip.words}</Chip>}>
    <Facts chips={[chip]} />
  </Popover>
)

function Facts({ chips }: { chips: readonly LaunchChip[] }) {
  return (
    <dl className={styles.facts}>
      {chips.map((chip) => (
        <div key={chip.key}>
          <dt>{chip.about}</dt>
          <dd>{chip.kind === 'group' ? chip.values.map((value) => <span key={value}>{value}</span>) : chip.words}</dd>
        </div>
      ))}
    </dl>
  )
}
