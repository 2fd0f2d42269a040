/** What a test failed with, under its row: the beginning at once, the whole when it has come. */
import type { LaunchTest } from '../../contract/launch-tests.ts'
import { useApplication, useProject, useResource } from '../app/context.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import styles from './stack-trace.module.css'

export function StackTrace({ test }: { test: LaunchTest }) {
  const { launches } = useApplication()
  const { key } = useProject()
  const { value } = useResource(() => launches.test(key, test.launchId, test.id))
  return (
    <div className={styles.trace}>
      <CodeBlock label={`Stack trace of ${test.name}`} code={value?.stackTrace ?? test.message ?? ''} wraps />
    </div>
  )
}
