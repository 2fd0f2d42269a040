import { ArrowRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { ChangeLogEntry } from '../../../contract/settings/change-log.ts'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { useCanOpen, useProject } from '../../application/context.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './change-log.module.css'
import { areaHref, areaLabel, fieldLabel, formatFieldValue, formatValue, isColor, KIND_LABELS } from './change-text.ts'

/** One save: author, time, area, and changes. */
export function Entry({ entry: { user, isAutomatic, at, area, changes } }: { entry: ChangeLogEntry }) {
  const { key } = useProject()
  const canOpen = useCanOpen()
  const href = areaHref(area, key)
  return (
    <article className={styles.entry}>
      <Avatar name={user?.name ?? null} photoUrl={user?.photoUrl} isServiceAccount={user?.isServiceAccount} size={28} />
      <div className={styles.body}>
        <header className={styles.head}>
          <b>{user?.name ?? (isAutomatic ? 'A rule' : 'Deleted user')}</b>
          <span>in {canOpen(href) ? <Link href={href}>{areaLabel(area)}</Link> : areaLabel(area)}</span>
          <span className={styles.at}>
            <RelativeTime at={at} />
          </span>
        </header>
        <ul className={styles.changes}>
          {changes.map((change, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a saved entry never changes
            <li key={i}>
              <Change change={change} />
            </li>
          ))}
        </ul>
      </div>
    </article>
  )
}

function Change({ change: { kind, subject, values = {} } }: { change: SettingsChange }) {
  const fields = Object.entries(values).filter(
    ([, { before, after }]) => formatValue(before) !== null || formatValue(after) !== null,
  )
  return (
    <>
      <p className={styles.what} data-kind-of={kind}>
        {KIND_LABELS[kind]} <b>{subject}</b>
      </p>
      {fields.length > 0 && (
        <dl className={styles.values}>
          {fields.map(([field, { before, after }]) => (
            <div key={field}>
              <dt>{fieldLabel(field)}</dt>
              <dd>
                {kind !== 'added' && <Value {...{ field }} value={before} isGone />}
                {kind !== 'added' && kind !== 'deleted' && (
                  <>
                    <ArrowRight aria-hidden />
                    <VisuallyHidden>became</VisuallyHidden>
                  </>
                )}
                {kind !== 'deleted' && <Value {...{ field }} value={after} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Value({ field, value, isGone = false }: { field: string; value: unknown; isGone?: boolean }) {
  const words = formatFieldValue(field, value)
  if (words === null) return <span className={styles.none}>nothing</span>
  return (
    <span className={styles.value} data-gone={isGone || undefined}>
      {isColor(value) && <i className={styles.swatch} style={{ '--swatch': value } as CSSProperties} />}
      {words}
    </span>
  )
}
