import type { RequirementSystem } from '../../../contract/settings/requirement-systems.ts'
import { createRequirementSystemsService } from '../../../services/settings/requirement-systems.ts'
import { useMay, useProject, useResource } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'

const useService = serviceOf(({ sendKept }) => createRequirementSystemsService(sendKept))
const NONE: readonly RequirementSystem[] = []

/** Where requirement keys link to; empty while loading and where the edition has no requirements. */
export function useRequirementSystems(): readonly RequirementSystem[] {
  const { key } = useProject()
  const service = useService()
  const isOn = useMay().isOn('requirements-mapping')
  const { value } = useResource(async () => (isOn ? (await service.list(key)).items : []))
  return value ?? NONE
}
