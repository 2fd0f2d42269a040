/** Guide of one framework. */
import { NotFound } from '../../shared/page/error-pages.tsx'
import { GettingStartedPage } from './getting-started-page.tsx'
import { GuideSteps } from './guide-steps.tsx'
import { GUIDES } from './guides.ts'
import { usePageParams } from '../../application/context.tsx'

export function GettingStartedWith() {
  const framework = usePageParams()['framework']
  const guide = GUIDES.find(({ id }) => id === framework)
  if (guide === undefined) return <NotFound isInFrame />
  return (
    <GettingStartedPage framework={guide.name}>
      <GuideSteps key={guide.id} guide={guide} />
    </GettingStartedPage>
  )
}
