/** The import, loaded when first opened. */
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

/** Whether edition and role allow importing (IMPT-02). */
export const useMayImport = (): boolean => {
  const may = useMay()
  return may.isOn('test-repository-import') && may.inProject('cases:write')
}
