import { Menu } from "@base-ui/react/menu";
import { type ReactElement, useEffect, useState } from "react";
import { showToast } from "../trpc.ts";
import { copied } from "./clipboard.ts";
import { MenuBox, menuItem } from "./MenuBox.tsx";

interface Props {
  text: () => string | Promise<string>;
  trigger: ReactElement;
  onShared?: (() => void) | undefined;
}

export function ShareMenu({ text, trigger, onShared }: Props) {
  const [message, setMessage] = useState("");
  useEffect(() => {
    let isOver = false;
    void Promise.resolve(text()).then((made) => isOver || setMessage(made));
    return () => {
      isOver = true;
    };
  }, [text]);
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger render={trigger} />
      <MenuBox>
        <Menu.Item
          className={menuItem}
          onClick={onShared}
          render={
            <a
              href={`https://wa.me/?text=${encodeURIComponent(message)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              WhatsApp
            </a>
          }
        />
        <Menu.Item
          className={menuItem}
          onClick={() => {
            onShared?.();
            void copy(message);
          }}
        >
          Copy the text
        </Menu.Item>
      </MenuBox>
    </Menu.Root>
  );
}

async function copy(message: string) {
  if (await copied(message)) await showToast("success", "Copied");
  else await showToast("error", "This could not be copied.");
}
