import { knownLanguages, packOf } from '@portal/contract-kit';
import { packForPages } from '@portal/service-kit';
import { CompressedFile } from './compressed-file.ts';

/** A language that pages offer; `pack` is the address of its texts. */
export interface OfferedLanguage {
  tag: string;
  name: string;
  pack?: string;
}

/** Serves the texts of the languages whose texts are not in the code: one file per language, with a hash of its content in the name. */
export class LanguagePacks {
  readonly offered: readonly OfferedLanguage[];
  private readonly files = new Map<string, CompressedFile>();

  /** @param tags the languages of the deployment; their packs must already be loaded */
  constructor(tags: readonly string[]) {
    const names = new Map(knownLanguages().map(({ tag, name }) => [tag, name]));
    this.offered = tags.map((tag) => {
      const pack = packOf(tag);
      const name = names.get(tag) ?? tag;
      if (!pack) return { tag, name };
      const file = new CompressedFile(`${tag}.json`, Buffer.from(JSON.stringify(packForPages(pack))));
      const address = `/languages/${tag}.${file.etag.replace(/\W/g, '').slice(0, 16)}.json`;
      this.files.set(address, file);
      return { tag, name, pack: address };
    });
  }

  /** Returns the address of a language's texts; undefined when its texts are in the code. */
  addressOf(tag: string): string | undefined {
    return this.offered.find((each) => each.tag === tag)?.pack;
  }

  /** Returns the address of a language's texts with the file, so that a device can store it. */
  packOf(tag: string): { address: string; file: CompressedFile } | undefined {
    const address = this.addressOf(tag);
    const file = address && this.files.get(address);
    return file ? { address, file } : undefined;
  }

  find(address: string): CompressedFile | undefined {
    return this.files.get(address);
  }
}
