/** The wizard, loaded when first opened. */
import { lazy, Suspense, type ComponentProps } from 'react'
import type { BulkWizard as Wizard } from './bulk-wizard.tsx'
import { Coming } from '../../ui/use-overlays.ts'

const Loaded = lazy(() => import('./bulk-wizard.tsx').then((m) => ({ default: m.BulkWizard })))

export const BulkWizard = (props: ComponentProps<typeof Wizard>) => (
  <Suspense fallback={<Coming onClose={props.onClose} />}>
    <Loaded {...props} />
  </Suspense>
)
