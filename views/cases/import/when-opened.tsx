/** The import, loaded when it is opened for the first time. */
import { lazy, Suspense, type ComponentProps } from 'react'
import { useMay } from '../../boot/context.tsx'
import type { ImportWizard as Wizard } from './import-wizard.tsx'
import { Coming } from '../../ui/use-overlays.ts'

const Loaded = lazy(() => import('./import-wizard.tsx').then((m) => ({ default: m.ImportWizard })))

export const ImportWizard = (props: ComponentProps<typeof Wizard>) => (
  <Suspense fallback={<Coming onClose={props.onClose} />}>
    <Loaded {...props} />
  </Suspense>
)

/** Whether the edition and the role have it (IMPT-02). */
export const useMayImport = (): boolean => {
  const may = useMay()
  return may.isOn('test-repository-import') && may.inProject('cases:write')
}
