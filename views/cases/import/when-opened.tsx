/** The import, loaded when first opened. */
import type { ComponentProps } from 'react'
import { Later, later } from '../../ui/layout/later.tsx'
import { useMay } from '../../application/context.tsx'
import type { ImportWizard as Wizard } from './import-wizard.tsx'

const Loaded = later(() => import('./import-wizard.tsx').then((m) => m.ImportWizard))

export const ImportWizard = (props: ComponentProps<typeof Wizard>) => (
  <Later onClose={props.onClose}>
    <Loaded {...props} />
  </Later>
)

/** Whether edition and role allow importing (IMPT-02). */
export const useMayImport = (): boolean => {
  const may = useMay()
  return may.isOn('test-repository-import') && may.inProject('cases:write')
}
