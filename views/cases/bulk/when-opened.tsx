/** The wizard, loaded when first opened. */
import type { ComponentProps } from 'react'
import { Later, later } from '../../ui/layout/later.tsx'
import type { BulkWizard as Wizard } from './bulk-wizard.tsx'

const Loaded = later(() => import('./bulk-wizard.tsx').then((m) => m.BulkWizard))

export const BulkWizard = (props: ComponentProps<typeof Wizard>) => (
  <Later onClose={props.onClose}>
    <Loaded {...props} />
  </Later>
)
