/** What can be done with a report: a file of its results, mails to people of the project, and public links. */
import { Download, Link, Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { headOf, linesOf } from '../../../../contract/csv.ts'
import type { SharedResource } from '../../../../contract/public/public-links.ts'
import { RESULT_COLUMNS, resultRows } from '../../../../machines/runs/result-rows.ts'
import { createExecutionService } from '../../../../services/runs/execution.ts'
import { useMay, useProject, useResource } from '../../../boot/context.tsx'
import { serviceOf } from '../../../boot/service-of.ts'
import { countWords } from '../../launch-words.ts'
import { useSingleAction } from '../../forms/use-single-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Picker } from '../../../ui/pickers/picker.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Coming } from '../../../ui/use-overlays.ts'
import styles from './report.module.css'

const ShareDialog = lazy(() => import('../../public/share-dialog.tsx').then((m) => ({ default: m.ShareDialog })))

const useExecutions = serviceOf(({ send }) => createExecutionService(send))

interface ReportActionsProps {
  /** Names the files. */
  title: string
  shared: SharedResource
  runIds: readonly number[]
  mail: (body: { personIds: number[]; message: string }) => Promise<{ sent: number; kept: boolean }>
}

type Format = 'csv' | 'xlsx'

export function ReportActions({ title, shared, runIds, mail }: ReportActionsProps) {
  const { key } = useProject()
  const may = useMay()
  const canMail = may.inProject('runs:write')
  const canShare = canMail && may.inProject('public-links:write')
  const service = useExecutions()
  const [isMailing, setMailing] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const exporting = useSingleAction({
    perform: async (format: Format) => {
      const rows: string[][] = []
      for (const runId of runIds) rows.push(...resultRows(await service.whole(key, runId)))
      const all = [[...RESULT_COLUMNS], ...rows]
      if (format === 'csv') return new Blob([headOf(RESULT_COLUMNS), linesOf(rows)], { type: 'text/csv;charset=utf-8' })
      const { XLSX_TYPE, workbookOf } = await import('../../workbook/workbook.ts')
      return new Blob([...(await workbookOf([all], 'Results'))], { type: XLSX_TYPE })
    },
    onDone: (format, file) => saveFile(file, `${title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')}.${format}`),
  })
  return (
    <>
      <Menu
        label="Export results"
        align="end"
        trigger={
          <Button icon={<Download aria-hidden />} isPending={exporting.isRunning}>
            Export
          </Button>
        }
      >
        <MenuItem onSelect={() => exporting.start('csv')}>Results as CSV</MenuItem>
        <MenuItem onSelect={() => exporting.start('xlsx')}>Results as XLSX</MenuItem>
      </Menu>
      {canMail && (
        <Button icon={<Mail aria-hidden />} onClick={() => setMailing(true)}>
          E-mail
        </Button>
      )}
      {canShare && (
        <Button icon={<Link aria-hidden />} onClick={() => setSharing(true)}>
          Share
        </Button>
      )}
      {isMailing && <MailDialog mail={mail} onClose={() => setMailing(false)} />}
      {isSharing && (
        <Suspense fallback={<Coming onClose={() => setSharing(false)} />}>
          <ShareDialog shared={shared} noun="report" onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}

function MailDialog({ mail, onClose }: Pick<ReportActionsProps, 'mail'> & { onClose: () => void }) {
  const { key } = useProject()
  const service = useExecutions()
  const { value: people } = useResource(() => service.users(key))
  const [personIds, setPersonIds] = useState<number[]>([])
  const [message, setMessage] = useState('')
  const sending = useSingleAction({
    perform: mail,
    onDone: (_, { sent, kept }) => {
      if (kept) toast.error('No mail server is configured. The mails are files in the server’s data folder.')
      else toast.success(`Report sent to ${countWords(sent, 'person', 'people')}`)
      onClose()
    },
  })
  return (
    <Dialog
      title="E-mail this report"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            aria-disabled={personIds.length === 0}
            isPending={sending.isRunning}
            onClick={() => {
              if (personIds.length > 0) sending.start({ personIds, message })
            }}
          >
            Send
          </Button>
        </>
      }
    >
      <div className={styles.mail}>
        <Picker<number>
          className={styles.recipients}
          label="Recipients"
          searchLabel="Search people of the project"
          none="Nobody of this project has an e-mail address"
          options={people?.map(({ id, name, email }) => ({ id, label: name, aside: email })) ?? null}
          chosen={personIds}
          isMultiple
          isSearched
          onChange={setPersonIds}
        />
        <TextArea label="Message" rows={3} maxLength={2000} value={message} onValueChange={setMessage} />
      </div>
    </Dialog>
  )
}
