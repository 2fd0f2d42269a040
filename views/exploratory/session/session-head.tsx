/** Header of a session: environment, state, actions and key facts. */
import {
  CheckCheck,
  ChevronDown,
  ChevronRight,
  Ellipsis,
  FileText,
  Flag,
  Globe,
  Monitor,
  Pencil,
  Timer,
  Trash2,
} from 'lucide-react'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { useMay, useProject } from '../../application/context.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { editSessionHref, reportHref } from '../address.ts'
import type { SessionAsk } from '../dialogs/session-dialogs.tsx'
import { StateMark } from '../state-mark.tsx'
import { TypeBar } from '../type-bar.tsx'
import { charterText } from '../session-sides.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { LabelGroup, type Label } from './label-group.tsx'
import styles from './session.module.css'

export interface SessionStatusProps {
  session: ExploratorySession
  /** Recorded on this device, which is shown elsewhere. */
  isRecordedHere: boolean
}

/** ESVW-02, ESVW-03, and whether it is recorded elsewhere. */
export function SessionStatus({ session, isRecordedHere }: SessionStatusProps) {
  const { environment, closed, recordingHeardAt } = session
  return (
    <>
      {environment !== null && (
        <span
          className={styles.environment}
          data-tip={environment.deleted ? `${environment.name} (deleted)` : environment.name}
        >
          {environment.key}
        </span>
      )}
      {closed && <Badge>Closed</Badge>}
      {!closed && recordingHeardAt !== undefined && !isRecordedHere && <StateMark {...session} isElsewhere />}
    </>
  )
}

export interface SessionActionsProps {
  session: ExploratorySession
  /** An observation can be added: the main purpose of the page. */
  hasComposer: boolean
  onAsk: (ask: SessionAsk) => void
}

/** Everybody may open the report. Guests change nothing; a closed session can only be deleted (ESVW-04 to ESVW-06). */
export function SessionActions({ session, hasComposer, onAsk }: SessionActionsProps) {
  const { key } = useProject()
  const canWrite = useMay().inProject('exploratory:write')
  const isClosable = canWrite && !session.closed
  const report = (
    <ButtonLink
      variant={hasComposer || isClosable ? 'secondary' : 'primary'}
      icon={<FileText aria-hidden />}
      href={reportHref(key, session.id)}
    >
      Report
    </ButtonLink>
  )
  if (!canWrite) return report
  return (
    <>
      {report}
      {isClosable && (
        <Button
          variant={hasComposer ? 'secondary' : 'primary'}
          icon={<CheckCheck aria-hidden />}
          onClick={() => onAsk({ action: 'close', session })}
        >
          Close
        </Button>
      )}
      <Menu
        label="Actions"
        align="end"
        trigger={
          <IconButton label="Actions">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {!session.closed && (
          <MenuItem icon={<Pencil aria-hidden />} href={editSessionHref(key, session.id)}>
            Edit
          </MenuItem>
        )}
        <MenuItem icon={<Globe aria-hidden />} onSelect={() => onAsk({ action: 'share', session })}>
          Share publicly
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onAsk({ action: 'delete', session })}>
          Delete
        </MenuItem>
      </Menu>
    </>
  )
}

export interface SessionFactsProps {
  session: ExploratorySession
  /** Labels of its requirements. */
  requirements: readonly Label[]
  isSummaryOpen: boolean
  onToggleSummary: () => void
}

export function SessionFacts({ session, requirements, isSummaryOpen, onToggleSummary }: SessionFactsProps) {
  const { assignee, milestone, configurations, timeBoxMinutes, types, observations } = session
  const charter = charterText(session.charter)
  return (
    <>
      {charter !== null && <span className={styles.charter}>{charter}</span>}
      <span className={styles.facts}>
        <span className={styles.fact}>
          <Avatar name={assignee?.name ?? null} photoUrl={assignee?.photoUrl ?? null} size={18} />
          {assignee?.name ?? 'Nobody'}
        </span>
        {milestone !== null && (
          <Chip icon={<Flag aria-hidden />} title={`Milestone: ${milestone.name}`}>
            {milestone.name}
          </Chip>
        )}
        <LabelGroup
          noun="configurations"
          labels={configurations.map(({ groupId, groupName, optionName }) => ({
            key: String(groupId),
            words: optionName,
            title: `${groupName}: ${optionName}`,
            icon: <Monitor aria-hidden />,
          }))}
        />
        {requirements.length > 0 && requirements.length <= LIMITS.labelsInline && (
          <LabelGroup noun="requirements" labels={requirements} />
        )}
        {timeBoxMinutes !== null && (
          <Chip icon={<Timer aria-hidden />} title="Time box">
            {timeBoxMinutes} min
          </Chip>
        )}
      </span>
      <span className={styles.tally}>
        <span className={styles.bar}>
          <TypeBar types={types} />
        </span>
        <b>{observations}</b>
        {formatCount(observations, 'observation', 'observations').replace(/^\S+ /, '')}
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isSummaryOpen}
          aria-controls="exploratory-summary"
          icon={isSummaryOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          onClick={onToggleSummary}
        >
          Summary
        </Button>
      </span>
    </>
  )
}
