/** Versions of a case, newest first, with their changes (CPAGE-09); any can be restored. */
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { listCaseVersions, restoreCaseVersion, type CaseVersion } from '../../../contract/cases/history.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { usePeople } from '../../shared/cases/people.tsx'
import { useStructure } from './use-structure.ts'
import type { Known } from '../../shared/case-fields/format-value.ts'
import { changesBetween, type FieldChange } from './version-diff.ts'
import styles from './case-lists.module.css'

export interface ChangeLogProps {
  testCase: TestCase
  /** Null for read-only use. */
  onRestored: ((testCase: TestCase) => void) | null
}

export function ChangeLog({ testCase, onRestored }: ChangeLogProps) {
  const structure = useStructure()
  const known: Known = {
    vocabulary: useVocabulary(),
    people: usePeople(),
    suiteName: (id) => structure.byId.get(id)?.title,
  }
  return (
    <Chunk
      key={testCase.version}
      caseId={testCase.id}
      before={null}
      current={testCase.version}
      known={known}
      onRestored={onRestored}
    />
  )
}

interface ChunkProps {
  caseId: number
  before: number | null
  /** The current version. */
  current: number
  known: Known
  onRestored: ChangeLogProps['onRestored']
}

function Chunk(props: ChunkProps) {
  const { caseId, before, current, known, onRestored } = props
  const { key } = useProject()
  const { send } = useApplication()
  const [isOpen, setOpen] = useState(false)
  const { value, failure, isLoading, retry } = useResource(() =>
    send(listCaseVersions, { params: { projectKey: key, caseId }, query: before === null ? {} : { before } }),
  )
  if (value === null)
    return failure === null ? (
      <>
        {[200, 260, 220].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </>
    ) : (
      <ProblemState title="The change log did not load" isRetrying={isLoading} onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    )
  // Changes of the oldest loaded version are known once the one before it has loaded.
  const shown = value.isLast ? value.items : value.items.slice(0, -1)
  const restore = async (version: number) => {
    try {
      const { data } = await send(restoreCaseVersion, {
        params: { projectKey: key, caseId, version },
        body: { seenVersion: current },
      })
      toast.success(`Version ${version} was restored`)
      onRestored?.(data)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <>
      <ol className={styles.versions} aria-label="Change log">
        {shown.map((version, i) => (
          <Version
            key={version.version}
            version={version}
            before={value.items[i + 1]}
            known={known}
            onRestore={onRestored === null || version.version === current ? null : () => void restore(version.version)}
          />
        ))}
      </ol>
      {!value.isLast &&
        (isOpen ? (
          <Chunk {...props} before={shown.at(-1)?.version ?? null} />
        ) : (
          <Button size="sm" onClick={() => setOpen(true)}>
            Show older
          </Button>
        ))}
    </>
  )
}

interface VersionProps {
  version: CaseVersion
  before: CaseVersion | undefined
  known: Known
  onRestore: (() => void) | null
}

function Version({ version, before, known, onRestore }: VersionProps) {
  const { savedBy, savedAt, content } = version
  const changes = before === undefined ? null : changesBetween(before.content, content, known)
  const name = savedBy === null ? 'Somebody' : savedBy.displayName || savedBy.username
  return (
    <li className={styles.version}>
      <header>
        <Avatar name={name} photoUrl={savedBy?.photoUrl} isServiceAccount={savedBy?.isServiceAccount} />
        <span>
          <b>{name}</b> {changes === null ? 'created the test case' : ''}
        </span>
        <small>
          Version {version.version}, <RelativeTime at={savedAt} />
        </small>
        {onRestore !== null && (
          <Button size="sm" variant="quiet" icon={<RotateCcw aria-hidden />} onClick={onRestore}>
            Restore this version
          </Button>
        )}
      </header>
      {changes?.length === 0 && <p className={styles.none}>No visible changes.</p>}
      {changes !== null && changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{change.name}</dt>
              <dd>
                <Change change={change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const DID = { added: 'Added', deleted: 'Deleted', changed: 'Changed', moved: 'Moved' } as const

function Change({ change }: { change: FieldChange }) {
  if (change.kind === 'words')
    return (
      <>
        {change.before !== '' && <del>{change.before}</del>}
        {change.after === '' ? <i>Nothing</i> : <ins>{change.after}</ins>}
      </>
    )
  return (
    <ul>
      {change.steps.map(({ id, did, before, after }) => (
        <li key={id}>
          <b>{DID[did]}</b>
          {before !== '' && did !== 'moved' && <del>{before}</del>}
          {after !== '' && <ins data-moved={did === 'moved' || undefined}>{after}</ins>}
        </li>
      ))}
    </ul>
  )
}
