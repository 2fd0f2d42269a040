/** A test's failure below its row: the beginning first, the full text once loaded. */
import type { LaunchTest } from '../../contract/launches/launch-tests.ts'
import { useResource } from '../application/context.tsx'
import { CodeBlock } from '../ui/code/code-block.tsx'
import type { LaunchReads } from './launch/launch-reads.ts'
import styles from './stack-trace.module.css'

export function StackTrace({ test, details }: { test: LaunchTest; details: LaunchReads['details'] }) {
  const { value } = useResource(() => details.take(test), { remembered: details.known(test) })
  return (
    <div className={styles.trace}>
      <CodeBlock label={`Stack trace of ${test.name}`} code={value?.stackTrace ?? test.message ?? ''} wraps />
    </div>
  )
}
