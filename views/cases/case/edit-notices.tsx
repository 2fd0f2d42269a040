/** Notices of in-place editing: collisions and failed saves. */
import { useState } from 'react'
import { Collisions } from '../../shared/forms/collisions.tsx'
import { CopyTextButton } from '../../shared/unsent/copy-text-button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { usePeople } from '../../shared/cases/people.tsx'
import { fieldName, formatValue } from '../../shared/case-fields/format-value.ts'
import type { CaseEditor } from './use-case-editing.ts'

export function EditNotices({ editor }: { editor: CaseEditor }) {
  const { collision, unsaved } = editor
  const known = { vocabulary: useVocabulary(), people: usePeople() }
  return (
    <>
      {unsaved !== null && (
        <Banner
          kind="failed"
          actions={
            <>
              <CopyTextButton
                text={unsaved.fields.map((field) => formatValue(field, editor.shown, known)).join('\n')}
              />
              <Button size="sm" onClick={editor.drop}>
                Discard
              </Button>
              <Button size="sm" variant="primary" onClick={editor.retry}>
                {unsaved.isPostponed ? 'Compare' : 'Retry'}
              </Button>
            </>
          }
        >
          Not saved: {unsaved.reason}
        </Banner>
      )}
      {collision !== null && <CollisionDialog key={collision.theirs.version} editor={editor} collision={collision} />}
    </>
  )
}

interface CollisionDialogProps {
  editor: CaseEditor
  collision: NonNullable<CaseEditor['collision']>
}

function CollisionDialog({ editor, collision }: CollisionDialogProps) {
  const known = { vocabulary: useVocabulary(), people: usePeople() }
  const [mine, setMine] = useState<readonly string[]>(collision.fields)
  return (
    <Dialog
      title="Somebody else changed this test case"
      width="medium"
      closesOnScrim={false}
      onClose={editor.postpone}
      footer={
        <>
          <Button onClick={editor.drop}>Discard mine</Button>
          <Button variant="primary" onClick={() => editor.settle(mine)}>
            Save
          </Button>
        </>
      }
    >
      <Collisions
        parts={collision.fields.map((field) => ({
          part: field,
          name: fieldName(field, known),
          theirs: formatValue(field, collision.theirs, known),
          mine: formatValue(field, collision.mine, known),
          choice: mine.includes(field) ? 'mine' : 'theirs',
        }))}
        onChoose={(field, choice) =>
          setMine((chosen) => [...chosen.filter((one) => one !== field), ...(choice === 'mine' ? [field] : [])])
        }
      />
    </Dialog>
  )
}
