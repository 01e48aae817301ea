// Lowers optimised Rust bitcode to code that LLVM's BPF backend can emit and the Solana VM can run:
// `sbf-lower` rewrites constructs that the backend refuses, `sbf-check` reports those that remain.
#include "lower.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

// The backend inlines copies up to this size, which costs less than a system call.
constexpr uint64_t InlineMemoryBytes = 64;

static Value *lowerMemory(IRBuilder<> &B, MemIntrinsic &I) {
  auto *Size = dyn_cast<ConstantInt>(I.getLength());
  if (Size && Size->getZExtValue() <= InlineMemoryBytes && !isa<MemMoveInst>(I)) return nullptr;
  Type *Ptr = B.getPtrTy(), *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty(), *Void = B.getVoidTy();
  Value *Length = B.CreateZExtOrTrunc(I.getLength(), I64);
  if (auto *Set = dyn_cast<MemSetInst>(&I))
    return B.CreateCall(sbf::function(*I.getModule(), "sol_memset_", Void, {Ptr, I32, I64}),
                        {Set->getDest(), B.CreateZExt(Set->getValue(), I32), Length});
  auto *Copy = cast<MemTransferInst>(&I);
  StringRef Name = isa<MemMoveInst>(I) ? "sol_memmove_" : "sol_memcpy_";
  return B.CreateCall(sbf::function(*I.getModule(), Name, Void, {Ptr, Ptr, I64}),
                      {Copy->getDest(), Copy->getSource(), Length});
}

Value *sbf::lowerSystemCall(Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call) return nullptr;
  IRBuilder<> B(&I);
  switch (Call->getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::debugtrap: return B.CreateCall(function(*I.getModule(), "abort", B.getVoidTy(), {}));
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memset: return lowerMemory(B, *cast<MemIntrinsic>(Call));
  default: return nullptr;
  }
}

namespace {

struct Lower : PassInfoMixin<Lower> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    // Moves statics with a section of their own (security.txt) to the other constants.
    for (GlobalVariable &G : M.globals())
      if (G.isConstant() && G.hasSection()) G.setSection("");
    for (Function &F : M)
      for (Instruction &I : make_early_inc_range(instructions(F))) {
        Value *New = sbf::lowerArithmetic(I);
        if (!New) New = sbf::lowerSystemCall(I);
        if (!New) continue;
        if (!I.getType()->isVoidTy()) I.replaceAllUsesWith(New);
        I.eraseFromParent();
      }
    sbf::lowerSignatures(M);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

struct Check : PassInfoMixin<Check> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (sbf::reportUnsupported(M)) std::exit(1);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

bool parse(StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
  if (Name == "sbf-lower") MPM.addPass(Lower());
  else if (Name == "sbf-check") MPM.addPass(Check());
  else return false;
  return true;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "sbf", "1",
          [](PassBuilder &PB) { PB.registerPipelineParsingCallback(parse); }};
}
