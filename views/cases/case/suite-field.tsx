/** Suite of a case: changing it moves the case to the suite's end (CPAGE-05). */
import { moveCases } from '../../../services/cases/cases.ts'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { ParentField } from '../suites/parent-field.tsx'
import { useUndo } from '../undo/use-undo-history.ts'
import { useStructure } from './use-structure.ts'

export function SuiteField({ testCase, onMoved }: { testCase: TestCase; onMoved: () => void }) {
  const { key } = useProject()
  const { send } = useApplication()
  const history = useUndo()
  const structure = useStructure()
  const move = async (suiteId: number | null) => {
    if (suiteId === null || suiteId === testCase.testSuiteId) return
    try {
      const { operationId, failed } = await moveCases(send, key, [testCase.id], {
        suiteId,
        at: { placementMode: 'AT_TEST_SUITE_END' },
      })
      if (failed[0] === undefined) history.changed(`${testCase.key} was moved`, { kind: 'operation', operationId })
      else toast.error(failed[0].message)
      onMoved()
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <ParentField
      label="Suite"
      structure={structure}
      value={testCase.testSuiteId}
      onChange={(suiteId) => void move(suiteId)}
    />
  )
}
