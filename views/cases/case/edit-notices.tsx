/** What an edit in place came to, where it did not simply work: somebody else wrote the same, or nothing could be saved. */
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Collisions } from './collisions.tsx'
import type { CaseEditor } from './use-case-editing.ts'

export function EditNotices({ editor }: { editor: CaseEditor }) {
  const { collision, failure } = editor
  return (
    <>
      {failure !== null && (
        <Banner
          kind="failed"
          actions={
            <>
              <Button size="sm" onClick={editor.drop}>
                Discard
              </Button>
              <Button size="sm" variant="primary" onClick={editor.retry}>
                Retry
              </Button>
            </>
          }
        >
          Not saved: {failure}
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
  const [mine, setMine] = useState<readonly string[]>(collision.fields)
  return (
    <Dialog
      title="Somebody else changed this test case"
      width="medium"
      closesOnScrim={false}
      onClose={editor.drop}
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
        fields={collision.fields}
        theirs={collision.theirs}
        mine={collision.mine}
        isMine={(field) => mine.includes(field)}
        onChoose={(field, isMine) =>
          setMine((chosen) => (isMine ? [...chosen, field] : chosen.filter((one) => one !== field)))
        }
      />
    </Dialog>
  )
}
