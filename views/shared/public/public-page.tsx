/** A page opened by a public link: asks for the passcode, then shows the shared content read-only (PUBLIC rows). */
import { useSelector } from '@xstate/react'
import { useEffect, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { PublicResourceType } from '../../../contract/public/resources.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Send } from '../../../services/http/http.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Logo } from '../logo.tsx'
import { paths } from '../routes.ts'
import styles from './public-page.module.css'
import { usePublicAccess, type PublicAccessRef } from './use-public-access.ts'
import { usePageParams } from '../../application/context.tsx'

export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Assay`
  }, [title])
}

interface PublicPageProps {
  resourceType: PublicResourceType
  /** Noun of the shared thing: 'launch'. */
  noun: string
  children: (send: Send) => ReactNode
}

export function PublicPage(props: PublicPageProps) {
  const key = usePageParams()['publicAccessKey'] ?? ''
  return <OfLink key={key} linkKey={key} {...props} />
}

function OfLink({ resourceType, noun, linkKey, children }: PublicPageProps & { linkKey: string }) {
  const { access, send } = usePublicAccess(resourceType, linkKey)
  const isOpen = useSelector(access, (snapshot) => snapshot.matches('open'))
  const isUnknown = useSelector(access, (snapshot) => snapshot.matches('unknown'))
  if (isUnknown) return <Redirect to={paths.signIn} replace />
  return (
    <div className={styles.frame}>
      <meta name="robots" content="noindex, nofollow" />
      <header className={styles.bar}>
        <Logo />
        <b>Assay</b>
        <span>Shared {noun}, read only</span>
      </header>
      {isOpen ? <main className={styles.content}>{children(send)}</main> : <PasscodeForm access={access} noun={noun} />}
    </div>
  )
}

function PasscodeForm({ access, noun }: { access: PublicAccessRef; noun: string }) {
  const { passcode, isMissing, warning } = useSelector(access, (snapshot) => snapshot.context)
  const isPending = useSelector(access, (snapshot) => snapshot.matches('authorising'))
  useDocumentTitle(`Shared ${noun}`)
  return (
    <main className={styles.ask}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          access.send({ type: 'passcode/submit' })
        }}
      >
        <h1>{`This ${noun} is shared with you`}</h1>
        <p>Enter the passcode that you were given with the link.</p>
        <TextField
          label="Passcode"
          size="lg"
          type="password"
          autoComplete="off"
          autoFocus
          value={passcode}
          error={isMissing ? TEXTS.required : undefined}
          onValueChange={(typed) => access.send({ type: 'passcode/typed', passcode: typed })}
        />
        <InlineProblem>{warning}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Submit
        </Button>
      </form>
    </main>
  )
}
