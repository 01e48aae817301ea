// The dialog that shares a market or a win.

import { useRef, useState } from 'preact/hooks'
import { t } from '../text/language.ts'
import { Copy } from './copy.tsx'

interface Props {
  /** The text of the button. */
  label: string
  /** What is shared, in a few words. */
  title: string
  /** Path of the link, and of its picture. */
  path: string
  picture: string
  /** Path of a small page for other sites. */
  frame?: string
}

/** A button that opens what can be shared: a link, its picture, and a frame for other sites. */
export function Share(props: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The picture is drawn on the server, so it is loaded when it is looked at.
  const [isOpen, setIsOpen] = useState(false)
  const close = () => dialog.current?.close()
  const open = () => {
    setIsOpen(true)
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" class="button quiet small" onClick={open}>
        {props.label}
      </button>
      <dialog ref={dialog} class="dialog share" aria-label={props.label} onClose={() => setIsOpen(false)}>
        <div class="panel-head">
          <h2>{props.label}</h2>
          <button type="button" class="icon-button" aria-label={t().common.close} onClick={close}>
            ×
          </button>
        </div>
        {isOpen && <Ways {...props} />}
      </dialog>
    </>
  )
}

function Ways({ title, path, picture, frame }: Props) {
  const { share } = t().common
  const url = location.origin + path
  const code = frame && `<iframe src="${location.origin}${frame}" width="400" height="230"></iframe>`
  // Whoever closes the system's own dialog has shared nothing, which is no error.
  const open = () => navigator.share({ title, url }).catch(() => {})
  return (
    <>
      <img class="share-picture" src={picture} alt={share.preview(title)} width="1200" height="630" />
      <p class="share-line">
        <code data-testid="share-link">{url}</code> <Copy text={url} label={share.copyLink} />
      </p>
      {code && (
        <p class="share-line">
          <code data-testid="share-frame">{code}</code> <Copy text={code} label={share.copyFrame} />
        </p>
      )}
      <p class="actions">
        {'share' in navigator && (
          <button type="button" class="button" onClick={open}>
            {share.share}
          </button>
        )}
        <a class="button quiet" href={picture} download="market.png" target="_blank" rel="noreferrer">
          {share.save}
        </a>
      </p>
    </>
  )
}
