// What crosses between the build, the service worker and the page. Types only; no browser loads this file.

/** A file of a release: its sha256, its bytes, and whether its name is made of its content. */
export type Entry = [sum: string, bytes: number, named: boolean];

/** What the build tells the service worker. Places are below the site's root. */
export interface Release {
  release: string;
  core: Record<string, Entry>;
  runtime: Record<string, Entry>;
  /** What is only kept with a language that is wanted without a network: the pocket tables of solved games. */
  pocket: Record<string, Entry>;
  languages: Record<
    string,
    {
      home: string;
      pages: Record<string, [title: string, bytes: number]>;
      files: Record<string, Entry>;
      unread: string;
      unread_but: string;
    }
  >;
}

/** What a page asks of the service worker of its own release. */
export interface Order {
  release: string;
  act: "read" | "standing" | "keep" | "remove" | "keep runtime" | "take over";
  lang: string;
}

/** Whether a language is there without a network; `share` of it while it is being fetched. */
export type Standing = { kept: boolean } | { share: number } | { failed: true };

// The parts of a service worker's world that sw.mjs uses: TypeScript has them in a library that excludes the page's.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface OrderEvent extends ExtendableEvent {
  data: Order;
  ports: readonly MessagePort[];
  source: { url: string } | null;
}

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface ServiceWorkerScope {
  banmen: Release;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean; type: "window" }): Promise<readonly { url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", listener: (event: OrderEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}
