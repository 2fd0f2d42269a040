import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { addressOfRequirement, listRequirementSystems } from '../../../contract/settings/requirement-systems.ts'
import { useMay, useProject, useResource, useApplication } from '../../application/context.tsx'
import type { Label } from './label-group.tsx'

/** Requirements of a session as labels, linked where the project's systems know their URL. */
export function useRequirementLabels(requirements: readonly string[]): Label[] {
  const { key } = useProject()
  const isOn = useMay().isOn('requirements-mapping')
  const { sendKept } = useApplication()
  const { value } = useResource(async () =>
    isOn ? sendKept(listRequirementSystems, { params: { projectKey: key } }).then(({ items }) => items) : [],
  )
  return useMemo(
    () =>
      requirements.map((requirement) => {
        const href = addressOfRequirement(requirement, value ?? [])
        return {
          key: requirement,
          words: requirement.replace(/^https?:\/\//, ''),
          title: requirement,
          icon: <ListChecks aria-hidden />,
          ...(href === null ? {} : { href }),
        }
      }),
    [requirements, value],
  )
}
