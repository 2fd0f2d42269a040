/** One observation on the timeline. */
import { Bug, CloudOff, Ellipsis, Lightbulb, TriangleAlert } from 'lucide-react'
import { memo, useState, type CSSProperties } from 'react'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { isWebAddress } from '../../../contract/links.ts'
import type { ExploratoryState } from '../../../store/projections/exploratory.ts'
import type { ShownObservation } from '../../../store/projections/exploratory-shown.ts'
import { useMay } from '../../application/context.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Chip, ColorTag } from '../../ui/marks/chip.tsx'
import { clockMark, timeOfDay } from '../../ui/text/format-clock.ts'
import { safeColor } from '../../ui/marks/contrast.ts'
import { copyText } from '../../ui/browser/copy-text.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { formatClock, exactTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { EditObservation } from './edit-observation.tsx'
import { ObservationFiles } from './files.tsx'
import { Stories } from './stories.tsx'
import type { ObservationsRef } from './use-observations.ts'
import { SENDING_LABELS } from './observation-text.ts'
import styles from './timeline.module.css'

const CreateCaseDialog = later(() => import('./create-case-dialog.tsx').then((m) => m.CreateCaseDialog))

export interface RowProps {
  shown: ShownObservation
  session: ExploratorySession
  canWrite: boolean
  isSelected: boolean
  isEdited: boolean
  /** Current state of the session. */
  stateOf: () => ExploratoryState
  actor: ObservationsRef
}

export const ObservationRow = memo(function ObservationRow(props: RowProps) {
  const { shown, session, canWrite, isSelected, isEdited, stateOf, actor } = props
  const { observation, sending, refused } = shown
  const { id, type, clockMillis, createdAt, createdBy, elapsedTimeInMillis, issueId, improvementId } = observation
  const may = useMay()
  const [isMakingCase, setMakingCase] = useState(false)
  const look: CSSProperties & Record<`--${string}`, string> = { '--c': safeColor(type.colorHex) }
  return (
    <li
      className={styles.observation}
      style={look}
      data-selected={isSelected || undefined}
      aria-label={`${type.name}: ${observation.description.slice(0, 80)}`}
    >
      <span className={styles.at}>
        {clockMillis === null ? <RelativeTime at={createdAt} /> : clockMark(clockMillis)}
      </span>
      <span className={styles.node} aria-hidden />
      <div className={styles.card}>
        <div className={styles.line}>
          {canWrite && (
            <span className={styles.check}>
              <Checkbox
                aria-label={`Select ${type.name} at ${clockMillis === null ? timeOfDay(new Date(createdAt)) : clockMark(clockMillis)}`}
                checked={isSelected}
                onCheckedChange={(isOn) => actor.send({ type: 'observations/select', ids: [id], isSelected: isOn })}
              />
            </span>
          )}
          <ColorTag colorHex={type.colorHex}>{type.name || '…'}</ColorTag>
          {sending !== 'sent' && (
            <span className={styles.wait} data-sending={sending} title={SENDING_LABELS[sending]}>
              {sending === 'refused' ? <TriangleAlert aria-hidden /> : <CloudOff aria-hidden />}
              <span>{SENDING_LABELS[sending]}</span>
            </span>
          )}
          {issueId !== null && <Link id={issueId} icon={<Bug aria-hidden />} />}
          {improvementId !== null && <Link id={improvementId} icon={<Lightbulb aria-hidden />} />}
          <span className={styles.end}>
            <span className={styles.by} title={createdBy.name}>
              {createdBy.name}
            </span>
            {(elapsedTimeInMillis ?? 0) >= 1000 && <span>{formatClock(elapsedTimeInMillis ?? 0)}</span>}
            <Menu
              label="Observation menu"
              align="end"
              trigger={
                <IconButton size="sm" label="Observation menu">
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              {canWrite && <MenuItem onSelect={() => actor.send({ type: 'observation/edit', id })}>Edit</MenuItem>}
              <MenuItem
                onSelect={() => {
                  void copyText(asText(observation)).then(() => toast.success('Copied to the clipboard'))
                }}
              >
                Copy as text
              </MenuItem>
              {may.inProject('cases:write') && (
                <MenuItem onSelect={() => setMakingCase(true)}>Create test case…</MenuItem>
              )}
              {canWrite && (
                <MenuItem isDanger onSelect={() => actor.send({ type: 'deletion/ask', ids: [id] })}>
                  Delete
                </MenuItem>
              )}
            </Menu>
          </span>
        </div>
        {isMakingCase && (
          <Later onClose={() => setMakingCase(false)}>
            <CreateCaseDialog observation={observation} onClose={() => setMakingCase(false)} />
          </Later>
        )}
        {isEdited ? (
          <EditObservation
            observation={observation}
            session={session}
            canWrite={canWrite}
            onClose={() => actor.send({ type: 'edit/close' })}
          />
        ) : (
          <>
            <Markdown className={styles.text}>{observation.description}</Markdown>
            <ObservationFiles observation={observation} session={session} canWrite={canWrite} />
          </>
        )}
        <Stories refused={refused} session={session} observation={observation} stateOf={stateOf} />
      </div>
    </li>
  )
})

function Link({ id, icon }: { id: string; icon: React.ReactNode }) {
  return (
    <Chip icon={icon} title={id} {...(isWebAddress(id) ? { href: id } : {})}>
      {id.replace(/^https?:\/\//i, '')}
    </Chip>
  )
}

const asText = ({ type, description, clockMillis, createdAt }: Observation): string =>
  `${type.name} (${clockMillis === null ? exactTime(Date.parse(createdAt)) : clockMark(clockMillis)})\n${description}`
