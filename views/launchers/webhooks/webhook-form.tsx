/** A webhook's name and secret. */
import { useState } from 'react'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  encodeSecret,
  WebhookForm,
  createWebhook,
  updateWebhook,
  type Webhook,
} from '../../../contract/launchers/webhooks.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

interface WebhookFormProps {
  presetId: number
  /** Null for a new webhook. */
  webhook: Webhook | null
  onSaved: () => void
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  name: string
  secret: string
}

const randomSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export function WebhookFormDialog({ presetId, webhook, onSaved, onClose }: WebhookFormProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const hasSecret = webhook?.hasSecretKey === true
  const [isChanging, setChanging] = useState(false)
  const isSecretSent = isChanging || !hasSecret
  const form = useForm<Values, unknown>({
    name: `webhook:${presetId}:${webhook?.id ?? 'new'}`,
    initial: { name: webhook?.name ?? '', secret: '' },
    schema: WebhookForm,
    secrets: ['secret'],
    submit: ({ name, secret }, { changes, expected }) => {
      // HOOK-13
      const base64SecretKey = isSecretSent ? encodeSecret(secret.trim()) : null
      if (webhook === null)
        return send(createWebhook, { params: { projectKey: key, presetId }, body: { name, base64SecretKey } })
      return send(updateWebhook, {
        params: { projectKey: key, presetId, webhookId: webhook.id },
        body: {
          ...('name' in changes ? { name, expected: { name: expected.name } } : {}),
          base64SecretKey,
        },
      })
    },
    stored: storedAs(WebhookForm, ({ name }) => ({ name })),
    onDone: () => {
      toast.success(webhook === null ? LAUNCHER_TEXTS.webhookCreated : LAUNCHER_TEXTS.webhookUpdated)
      onSaved()
    },
  })
  const generate = () => {
    const secret = randomSecret()
    form.change({ secret })
    void copyText(secret).then((isDone) => isDone && toast.success('The secret is on the clipboard'))
  }
  return (
    <FormDialog
      title={webhook === null ? 'Create webhook' : 'Edit webhook'}
      of={form}
      labels={plainLabels<Values>({ name: 'Name', secret: 'Secret key' })}
      action={webhook === null ? 'Create webhook' : 'Save'}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" autoComplete="off" />
      {hasSecret && (
        <Checkbox checked={isChanging} onCheckedChange={setChanging}>
          Change Secret
        </Checkbox>
      )}
      {isSecretSent && (
        <>
          <TextField
            {...form.field('secret')}
            type="password"
            label="Secret key"
            autoComplete="off"
            description={
              hasSecret
                ? 'Left blank, the secret is removed: whoever knows the address can then start launches.'
                : 'Signs the calls: x-assay-signature is sha256= and the HMAC SHA-256 (hexadecimal) of x-assay-timestamp, a dot and the body. GitHub, GitLab and Standard Webhooks send their own headers. Copy it now: it is not shown again. Without one, whoever knows the address can start launches.'
            }
          />
          <Button size="sm" onClick={generate}>
            Generate and copy
          </Button>
        </>
      )}
    </FormDialog>
  )
}
