import { listRequirementSystems, type RequirementSystem } from '../../../contract/settings/requirement-systems.ts'
import { useMay, useProject, useResource, useApplication } from '../../application/context.tsx'

const NONE: readonly RequirementSystem[] = []

/** Where requirement keys link to; empty while loading and where the edition has no requirements. */
export function useRequirementSystems(): readonly RequirementSystem[] {
  const { key } = useProject()
  const { sendKept } = useApplication()
  const isOn = useMay().isOn('requirements-mapping')
  const { value } = useResource(async () =>
    isOn ? (await sendKept(listRequirementSystems, { params: { projectKey: key } })).items : [],
  )
  return value ?? NONE
}
