/** Usage of the workspace and of each project. */
import { getUsage, type ProjectUsage } from '../../../contract/workspace/usage.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { sizeWords } from '../../ui/text/size-words.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './billing.module.css'
import { engineTimeWords } from '../../shared/engine-time.ts'

export function Usage() {
  const { send } = useApplication()
  const { value, failure, isLoading, retry } = useResource(() => send(getUsage))
  return (
    <section className={styles.section} aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      {value !== null ? (
        <>
          <p className={styles.words}>
            Assay {value.version}, self-hosted edition. {sizeWords(value.stored.fileBytes)} in{' '}
            {value.stored.files === 1 ? '1 stored file' : `${number(value.stored.files)} stored files`}. Counted{' '}
            <RelativeTime at={value.countedAt} />.
          </p>
          {value.projects.length === 0 ? (
            <EmptyState title="No projects yet">What each project uses is listed here.</EmptyState>
          ) : (
            <ProjectList projects={value.projects} />
          )}
        </>
      ) : failure !== null ? (
        <ProblemState title="Usage did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      ) : (
        <Skeleton height={120} />
      )}
    </section>
  )
}

const number = (value: number): string => value.toLocaleString('en-US')

const COLUMNS = [
  ['cases', 'Test cases'],
  ['testRuns', 'Test runs'],
  ['launches', 'Launches'],
  ['tests', 'Tests'],
] as const

function ProjectList({ projects }: { projects: readonly ProjectUsage[] }) {
  return (
    <List label="Usage by project" className={styles.projects}>
      <ListHead>
        <Cell isHead>Project</Cell>
        {COLUMNS.map(([id, label]) => (
          <Cell key={id} isHead align="end">
            {label}
          </Cell>
        ))}
        <Cell isHead align="end">
          Engine time
        </Cell>
        <Cell isHead align="end">
          Files
        </Cell>
      </ListHead>
      {projects.map((project) => (
        <Row key={project.key} className={styles.row}>
          <Cell>{project.name}</Cell>
          {COLUMNS.map(([id, label]) => (
            <Cell key={id} align="end" data-label={label}>
              {number(project[id])}
            </Cell>
          ))}
          <Cell align="end" data-label="Engine time">
            {engineTimeWords(project.engineSeconds)}
          </Cell>
          <Cell align="end" data-label="Files">
            {sizeWords(project.fileBytes)}
          </Cell>
        </Row>
      ))}
    </List>
  )
}
