/** Usage of the workspace and of each project. */
import { getUsage, type ProjectUsage } from '../../../contract/workspace/usage.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { formatSize } from '../../ui/text/format-size.ts'
import styles from './billing.module.css'
import { formatEngineTime } from '../../shared/engine-time.ts'

export function Usage() {
  const { send } = useApplication()
  const resource = useResource(() => send(getUsage))
  const { value } = resource
  return (
    <section className={styles.section} aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      {value !== null && (
        <p className={styles.words}>
          Assay {value.version}, self-hosted edition. {formatSize(value.stored.fileBytes)} in{' '}
          {value.stored.files === 1 ? '1 stored file' : `${inFigures(value.stored.files)} stored files`}. Counted{' '}
          <RelativeTime at={value.countedAt} />.
        </p>
      )}
      <ListStates
        title="Usage"
        list={stateOfLoaded(resource, ({ projects }) => projects.map((project) => ({ ...project, id: project.key })))}
        empty={<EmptyState title="No projects yet">What each project uses is listed here.</EmptyState>}
      >
        {(projects) => <DataList label="Usage by project" rows={projects} columns={COLUMNS} isStacked />}
      </ListStates>
    </section>
  )
}

type UsageColumn = Column<ProjectUsage & { id: string }>

const figure = (header: string, cell: UsageColumn['cell']): UsageColumn => ({
  header,
  width: 'minmax(80px, 1fr)',
  align: 'end',
  skeleton: 40,
  cell,
})

const COLUMNS: readonly UsageColumn[] = [
  { header: 'Project', width: 'minmax(140px, 2fr)', skeleton: 'name', cell: ({ name }) => name },
  figure('Test cases', ({ cases }) => inFigures(cases)),
  figure('Test runs', ({ testRuns }) => inFigures(testRuns)),
  figure('Launches', ({ launches }) => inFigures(launches)),
  figure('Tests', ({ tests }) => inFigures(tests)),
  figure('Engine time', ({ engineSeconds }) => formatEngineTime(engineSeconds)),
  figure('Files', ({ fileBytes }) => formatSize(fileBytes)),
]
