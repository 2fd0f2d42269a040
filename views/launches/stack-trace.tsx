/** A test's failure below its row: the beginning first, the full text once loaded. */
import type { LaunchTest } from '../../contract/launches/launch-tests.ts'
import { getTest } from '../../contract/launches/test-details.ts'
import { useApplication, useProject, useResource } from '../application/context.tsx'
import { CodeBlock } from '../ui/code/code-block.tsx'
import styles from './stack-trace.module.css'

export function StackTrace({ test }: { test: LaunchTest }) {
  const { sendRead } = useApplication()
  const { key } = useProject()
  const { value } = useResource(() =>
    sendRead(getTest, { params: { projectKey: key, launchId: test.launchId, testId: test.id } }),
  )
  return (
    <div className={styles.trace}>
      <CodeBlock label={`Stack trace of ${test.name}`} code={value?.stackTrace ?? test.message ?? ''} wraps />
    </div>
  )
}
