import { Unplug } from 'lucide-react'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { textOf } from '../forms/draft-record.ts'
import { CopyTextButton } from '../unsent/copy-text-button.tsx'
import { ErrorPage } from './error-pages.tsx'
import styles from './error-pages.module.css'

export interface EndedPageProps {
  reason: string
  /** Unsaved input of the forms that were open. */
  drafts: readonly Readonly<Record<string, unknown>>[]
  isInFrame?: boolean
}

/** The end of a page that was open: what it showed was deleted, or the reader lost the right to see it. What they typed can be copied. */
export function EndedPage({ reason, drafts, isInFrame = false }: EndedPageProps) {
  const typed = drafts
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n\n')
  return (
    <ErrorPage title={reason} isInFrame={isInFrame}>
      <EmptyState
        level={1}
        icon={<Unplug aria-hidden />}
        title={reason}
        extra={
          typed !== '' && (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
            <pre className={styles.details} role="region" aria-label="What you typed" tabIndex={0}>
              {typed}
            </pre>
          )
        }
        actions={
          <>
            {typed !== '' && <CopyTextButton text={typed}>Copy what you typed</CopyTextButton>}
            <ButtonLink variant="primary" href="/projects">
              All projects
            </ButtonLink>
          </>
        }
      >
        {typed !== '' && 'What you typed was not saved:'}
      </EmptyState>
    </ErrorPage>
  )
}
